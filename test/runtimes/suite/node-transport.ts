import type { NodeTransport } from '@messaging-service/sdk/node';
import { check, failure, matches } from './checks.ts';
import type { Case, Context } from './context.ts';
import { message } from './sending.ts';
import { NOWHERE, REFUSED, request, secured, UNSENT, UNSURE } from './transports.ts';

/** Runs something with a transport over `node:http`, and closes its connections at the end. */
async function withTransport<T>(
  { node }: Context,
  work: (send: NodeTransport) => Promise<T>,
  options: { readonly ca?: string } = {},
): Promise<T> {
  check(node !== undefined, 'the runner has no transport over node:http');
  const send = node.createNodeTransport(options);
  try {
    return await work(send);
  } finally {
    send.close();
  }
}

/** Checks the error of the transport. */
function expectFailure(context: Context, url: string, expected: object): Promise<Error> {
  const { TransportError } = context.sdk;
  return withTransport(context, (send) => failure(() => send(request(url)), TransportError, { ...expected }));
}

/** The transport over `node:http`, also in runtimes that imitate that module. */
export const nodeTransport: readonly Case[] = [
  {
    name: 'node:http: sends and reads over keep-alive connections',
    needs: 'nodeHttp',
    async run(context) {
      const { sdk, stage, sandbox } = context;
      const { accountKey } = sandbox;
      await withTransport(context, async (transport) => {
        const { messages } = sdk.createMessagingClient({ baseUrl: stage.api, accountKey, transport });
        for (let n = 0; n < 3; n++) matches(await messages.sendOne(message), { body: message.body });
      });
      matches((await sandbox.messages()).length, 3);
    },
  },
  {
    name: 'node:http: trusts the given authority',
    needs: ['nodeHttp', 'tls'],
    async run(context) {
      const { url, authority } = secured(context);
      const work = (send: NodeTransport) => send(request(url));
      matches(await withTransport(context, work, { ca: authority }), { status: 400 });
    },
  },
  {
    name: 'node:http: a refused connection sent nothing, and may work later',
    needs: 'nodeHttp',
    run: async (context) => void (await expectFailure(context, context.stage.refused, UNSENT)),
  },
  {
    name: 'node:http: a host without an address got nothing, and may have one later',
    needs: 'nodeHttp',
    run: async (context) => void (await expectFailure(context, NOWHERE, UNSENT)),
  },
  {
    name: 'node:http: a host that the program may not call never gets anything',
    needs: ['nodeHttp', 'permissions'],
    run: async (context) => void (await expectFailure(context, 'http://denied.invalid', REFUSED)),
  },
  {
    name: 'node:http: nothing is ever sent if the certificate is not trusted',
    needs: ['nodeHttp', 'tls'],
    run: async (context) => void (await expectFailure(context, secured(context).untrusted, REFUSED)),
  },
  {
    name: 'node:http: a port without TLS never gets anything',
    needs: 'nodeHttp',
    run: async (context) =>
      void (await expectFailure(context, context.stage.front.replace('http:', 'https:'), REFUSED)),
  },
  {
    name: 'node:http: after a connection that is cut, the request may have arrived',
    needs: 'nodeHttp',
    run: async (context) => void (await expectFailure(context, context.stage.cut, UNSURE)),
  },
  {
    name: 'node:http: an abort before the request sends nothing; later the request may have arrived',
    needs: 'nodeHttp',
    async run(context) {
      const { TransportError } = context.sdk;
      await withTransport(context, async (send) => {
        const aborted = (signal: AbortSignal) => () =>
          send(request(`${context.stage.front}/stall`, { signal }));
        await failure(aborted(AbortSignal.abort()), TransportError, UNSENT);
        await failure(aborted(AbortSignal.timeout(200)), TransportError, UNSURE);
      });
    },
  },
];
