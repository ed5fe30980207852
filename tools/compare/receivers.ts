import {
  openReceiver,
  type ReceivedRequest,
  type Receiver,
  type Respond,
} from '../../packages/test-support/src/receiver.ts';

/** A request with a webhook, without what the connection adds. */
export interface Webhook {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A program that receives the webhooks of one service. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  /** Returns the webhooks since the last call, in an order that does not depend on the network. */
  take(): readonly Webhook[];
}

/** Responds as the path says: `/503/hook` gets this status, and `/cut/hook` no response. So both services get the same. */
const respondByPath: Respond = (response, { path }) => {
  const [, name] = path.split('/');
  if (name === 'cut') {
    response.destroy();
    return;
  }
  const status = Number(name);
  response.writeHead(status >= 200 ? status : 200).end(`status ${status}`);
};

/** Opens a receiver for one service. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: Receiver = await openReceiver(respondByPath);
  let taken = 0;
  return {
    url: receiver.url,
    take: () => {
      const requests = receiver.received.slice(taken).map(webhookOf);
      taken = receiver.received.length;
      return requests.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}

function webhookOf({ method, path, headers, body }: ReceivedRequest): Webhook {
  const { host, connection, 'content-length': length, ...rest } = headers;
  return { method, path, headers: rest, body };
}

function orderOf({ path, body }: Webhook): string {
  return path + JSON.stringify(body);
}
