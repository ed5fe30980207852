import type { Transport, TransportRequest } from '@messaging-service/sdk';
import type { SecureStage } from './addresses.ts';
import { check, failure, matches } from './checks.ts';
import type { Case, Cases, Context, Flag, Run } from './context.ts';
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

export const UNSENT = { sent: 'no' };
export const UNSURE = { sent: 'maybe' };

/** The address of a request. */
export type Address = (context: Context) => string;

/** Addresses of requests that fail. */
export const at = {
  refused: ({ stage }) => stage.refused,
  cut: ({ stage }) => stage.cut,
  // The name is reserved, so it does not resolve.
  nowhere: () => 'http://nowhere.invalid',
  denied: () => 'http://denied.invalid',
  withoutTls: ({ stage }) => stage.front.replace('http:', 'https:'),
  untrusted: (context) => secured(context).untrusted,
  http2Only: (context) => secured(context).http2Only,
  http2Cut: (context) => `${secured(context).url}/cut`,
} satisfies Readonly<Record<string, Address>>;

/** Sends a request over a transport that is open until the end of the work. */
type Over = <T>(context: Context, work: (send: Transport) => Promise<T>) => Promise<T>;

/** A case: a request must fail with an error that has these members. */
export function fails(over: Over, address: Address, expected: object): Run {
  return (context) =>
    over(context, async (send) => {
      const { TransportError } = context.sdk;
      await failure(() => send(request(address(context))), TransportError, { ...expected });
    });
}

/**
 * Failures that a transport reports.
 *
 * @param name - The name of the transport.
 * @param over - Sends with it.
 * @param flags - The features of the runtime that it needs to distinguish a failure.
 */
export function failuresOf(
  name: string,
  over: Over,
  flags: { readonly refusal?: Flag; readonly handshake?: Flag; readonly names?: Flag } = {},
): Cases {
  const needing = (address: Address, ...needs: readonly (Flag | undefined)[]): Case => ({
    needs: needs.filter((flag) => flag !== undefined),
    run: fails(over, address, UNSENT),
  });
  const { refusal, handshake, names } = flags;
  return {
    [`${name}: a refused connection sent nothing`]: needing(at.refused, refusal),
    [`${name}: a host without an address got nothing`]: needing(at.nowhere, names, refusal),
    [`${name}: a host that the program may not call never gets anything`]: needing(at.denied, 'permissions'),
    [`${name}: nothing is ever sent if the certificate is not trusted`]: needing(
      at.untrusted,
      'tls',
      handshake,
    ),
    [`${name}: a port without TLS never gets anything`]: needing(at.withoutTls, handshake),
    [`${name}: after a connection that is cut, the request may have arrived`]: fails(over, at.cut, UNSURE),
  };
}

const overFetch: Over = ({ sdk }, work) => work(sdk.fetchTransport());

/** Failures of the transport over the global `fetch`. */
export const transports: Cases = {
  ...failuresOf('fetch', overFetch, {
    refusal: 'refusalReported',
    handshake: 'handshakeReported',
    names: 'names',
  }),
  'fetch: the request may have arrived after any failure': {
    without: 'refusalReported',
    run: async (context) => {
      const { secure } = context.stage;
      for (const address of [at.refused, at.nowhere, at.withoutTls, ...(secure ? [at.untrusted] : [])])
        await fails(overFetch, address, UNSURE)(context);
    },
  },
  'fetch: a call that the service does not allow from this origin may have arrived': {
    needs: ['origins'],
    run: async (context) => {
      const { messages } = sender(context, context.stage.cut);
      const unsure = { attempts: 1, maybeSent: true };
      await failure(() => messages.sendOne(message), context.sdk.ConnectionError, unsure);
    },
  },
  'fetch: a service that speaks HTTP/2 gets it': {
    needs: ['tls', 'http2'],
    run: (context) => expectVersion(context, at.http2Only(context), '2.0'),
  },
  'fetch: a service that speaks both versions gets HTTP/1.1': {
    needs: ['tls'],
    without: 'http2',
    run: (context) => expectVersion(context, secured(context).url, '1.1'),
  },
  'fetch: a service that speaks only HTTP/2 never gets anything': {
    needs: ['tls', 'handshakeReported'],
    without: 'http2',
    run: fails(overFetch, at.http2Only, UNSENT),
  },
  'fetch: after an HTTP/2 stream that is reset, the request may have arrived': {
    needs: ['tls', 'http2'],
    run: fails(overFetch, at.http2Cut, UNSURE),
  },
  'a signal of another realm ends a call, before and while it waits for a response': async (context) => {
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
};

async function expectVersion(context: Context, url: string, version: string): Promise<void> {
  const { headers, data } = await sender(context, url).messages.sendOne(message).withResponse();
  matches(headers['x-http-version'], version);
  matches(await context.sandbox.messages(), [{ messageUuid: data.messageUuid }]);
}
