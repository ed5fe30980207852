import type { TransportRequest } from '@messaging-service/sdk';
import type { SecureStage } from './addresses.ts';
import { check, failure, matches } from './checks.ts';
import type { Case, Context } from './context.ts';
import { createForeignController } from './foreign-signal.ts';
import { message, sender } from './sending.ts';

/** A request of the client. */
export function request(url: string, more: Partial<TransportRequest> = {}): TransportRequest {
  return {
    method: 'POST',
    url: `${url}/message?key=secret`,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: new AbortController().signal,
    ...more,
  };
}

/** The servers that speak TLS, in cases that need them. */
export function secured({ stage: { secure } }: Context): SecureStage {
  check(secure !== undefined, 'there are no certificates');
  return secure;
}

export const UNSENT = { sent: 'no', permanent: false };
export const REFUSED = { sent: 'no', permanent: true };
export const UNSURE = { sent: 'maybe', permanent: false };

/** A host that does not resolve, because the name is reserved. */
export const NOWHERE = 'http://nowhere.invalid';

/** Checks the error of the default transport. */
async function expectFailure({ sdk }: Context, url: string, expected: object): Promise<Error> {
  const send = sdk.fetchTransport();
  return failure(() => send(request(url)), sdk.TransportError, { ...expected });
}

const encrypted = (url: string) => url.replace('http:', 'https:');

/** Failures of the transport over the global `fetch`. */
export const transports: readonly Case[] = [
  {
    name: 'fetch: a refused connection sent nothing, and may work later',
    needs: 'refusalReported',
    run: async (context) => void (await expectFailure(context, context.stage.refused, UNSENT)),
  },
  {
    name: 'fetch: a host without an address got nothing, and may have one later',
    needs: ['names', 'refusalReported'],
    run: async (context) => void (await expectFailure(context, NOWHERE, UNSENT)),
  },
  {
    name: 'fetch: a host that the program may not call never gets anything',
    needs: 'permissions',
    run: async (context) => void (await expectFailure(context, 'http://denied.invalid', REFUSED)),
  },
  {
    name: 'fetch: nothing is ever sent if the certificate is not trusted',
    needs: ['tls', 'handshakeReported'],
    run: async (context) => void (await expectFailure(context, secured(context).untrusted, REFUSED)),
  },
  {
    name: 'fetch: a port without TLS never gets anything',
    needs: 'handshakeReported',
    run: async (context) => void (await expectFailure(context, encrypted(context.stage.front), REFUSED)),
  },
  {
    name: 'fetch: the request may have arrived after any failure',
    without: 'refusalReported',
    async run(context) {
      const { refused, front, secure } = context.stage;
      for (const url of [refused, NOWHERE, encrypted(front), secure?.untrusted ?? refused])
        await expectFailure(context, url, UNSURE);
    },
  },
  {
    name: 'fetch: after a connection that is cut, the request may have arrived',
    run: async (context) => void (await expectFailure(context, context.stage.cut, UNSURE)),
  },
  {
    name: 'fetch: a call that the service does not allow from this origin may have arrived',
    needs: 'origins',
    async run(context) {
      const { messages } = sender(context, context.stage.cut);
      const unsure = { attempts: 1, maybeSent: true };
      await failure(() => messages.sendOne(message), context.sdk.ConnectionError, unsure);
    },
  },
  {
    name: 'fetch: a service that speaks HTTP/2 gets it',
    needs: ['tls', 'http2'],
    run: async (context) => expectVersion(context, secured(context).http2Only, '2.0'),
  },
  {
    name: 'fetch: a service that speaks both versions gets HTTP/1.1',
    needs: 'tls',
    without: 'http2',
    run: async (context) => expectVersion(context, secured(context).url, '1.1'),
  },
  {
    name: 'fetch: a service that speaks only HTTP/2 never gets anything',
    needs: ['tls', 'handshakeReported'],
    without: 'http2',
    run: async (context) => void (await expectFailure(context, secured(context).http2Only, REFUSED)),
  },
  {
    name: 'fetch: after an HTTP/2 stream that is reset, the request may have arrived',
    needs: ['tls', 'http2'],
    run: async (context) => void (await expectFailure(context, `${secured(context).url}/cut`, UNSURE)),
  },
  {
    name: 'a signal of another realm ends a call, before and while it waits for a response',
    async run(context) {
      const { messages } = sender(context);
      const { AbortError } = context.sdk;
      const before = createForeignController();
      before.abort();
      const unsent = { attempts: 0, maybeSent: false };
      await failure(() => messages.sendOne(message, { signal: before.signal }), AbortError, unsent);
      await context.sandbox.fault({ delay: '5s' });
      const during = createForeignController();
      setTimeout(() => during.abort(), 200);
      const unsure = { attempts: 1, maybeSent: true };
      await failure(() => messages.sendOne(message, { signal: during.signal }), AbortError, unsure);
    },
  },
];

async function expectVersion(context: Context, url: string, version: string): Promise<void> {
  const { headers, data } = await sender(context, url).messages.sendOne(message).withResponse();
  matches(headers['x-http-version'], version);
  matches(await context.sandbox.messages(), [{ messageUuid: data.messageUuid }]);
}
