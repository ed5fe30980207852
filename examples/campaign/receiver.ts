import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toNodeListener } from '@messaging-service/webhooks/node';
import type { CampaignStore } from './store.ts';

/** The identifier of the message in the path of the request that is being handled. */
const messageId = new AsyncLocalStorage<string>();

/**
 * Creates the listener for the webhooks of a campaign: receipts at `/receipts/<id of the message>`, and replies at
 * `/replies`. It responds with 200 when an event is stored. If it cannot store the event, the service sends it again.
 *
 * @param secret - The secret that signs the replies. Receipts are not signed, so their path cannot be guessed: it has an
 *   identifier that is derived from a random one.
 */
export function createReceiver(store: CampaignStore, secret: string): RequestListener {
  const listener = toNodeListener(
    createWebhookHandler({
      secrets: secret,
      // The store recognizes events that are sent again.
      dedupe: false,
      on: {
        async deliveryReceipt({ payload: { delivered, receiptInfo } }) {
          const id = messageId.getStore();
          // A callback of something else that the account has sent.
          if (id === undefined) return;
          const { code, description } = receiptInfo;
          await store.record([{ type: delivered ? 'delivered' : 'failed', id, code, description }]);
        },
        async inboundMessage({ phoneNumber, payload: { message, at }, verified }) {
          const type = optOutOf(message);
          if (verified && phoneNumber !== undefined && type !== undefined)
            await store.record([{ type, phone: phoneNumber, at }]);
        },
      },
    }),
  );
  return (request, response) => {
    const id = /^\/receipts\/([\da-f-]{36})$/.exec(request.url ?? '')?.[1];
    if (id === undefined) void listener(request, response);
    else messageId.run(id, () => void listener(request, response));
  };
}

/** Reads the words that carriers know, alone in a text. */
function optOutOf(text: string): 'stopped' | 'started' | undefined {
  const word = text.trim().toUpperCase().replace(/[.!]$/, '');
  if (['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'].includes(word)) return 'stopped';
  return ['START', 'UNSTOP', 'YES'].includes(word) ? 'started' : undefined;
}
