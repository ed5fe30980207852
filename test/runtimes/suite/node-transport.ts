import type { NodeTransport } from '@messaging-service/sdk/node';
import { check, failure, matches } from './checks.ts';
import type { Cases, Context } from './context.ts';
import { message } from './sending.ts';
import { failuresOf, request, secured, UNSENT, UNSURE } from './transports.ts';

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

/** The transport over `node:http`, also in runtimes that imitate that module. */
export const nodeTransport: Cases = {
  'node:http: sends and reads over keep-alive connections': async (context) => {
    const { sdk, stage, sandbox } = context;
    const { accountKey } = sandbox;
    await withTransport(context, async (transport) => {
      const { messages } = sdk.createMessagingClient({ baseUrl: stage.api, accountKey, transport });
      for (let n = 0; n < 3; n++) matches(await messages.sendOne(message), { body: message.body });
    });
    matches((await sandbox.messages()).length, 3);
  },
  'node:http: trusts the given authority': {
    needs: ['tls'],
    run: async (context) => {
      const { url, authority } = secured(context);
      const work = (send: NodeTransport) => send(request(url));
      matches(await withTransport(context, work, { ca: authority }), { status: 400 });
    },
  },
  ...failuresOf('node:http', withTransport),
  'node:http: an abort before the request sends nothing; later the request may have arrived': async (
    context,
  ) => {
    const { TransportError } = context.sdk;
    await withTransport(context, async (send) => {
      const aborted = (signal: AbortSignal) => () =>
        send(request(`${context.stage.front}/stall`, { signal }));
      await failure(aborted(AbortSignal.abort()), TransportError, UNSENT);
      await failure(aborted(AbortSignal.timeout(200)), TransportError, UNSURE);
    });
  },
};
