import {
  DELIVERED_CODE,
  type DeliveryReceipt,
  validate,
  WEBHOOK_SCHEMAS,
  type WebhookKind,
} from '@messaging-service/contract';
import type { Asker } from '../probe/probe.ts';
import type { Case } from './case.ts';
import { isSignedWith, SECRET } from '../probe/signature.ts';
import { Unasked, Violation } from '../service/verdict.ts';
import { awaitWebhook, openReceiver, type ReadWebhook, readWebhooks } from '../probe/webhook-wait.ts';
import { withAccount } from './accounts.ts';
import { sendOne } from './sending.ts';

function expectPayload(kind: WebhookKind, { payload }: ReadWebhook): void {
  const checked = validate<unknown>(WEBHOOK_SCHEMAS[kind], payload);
  if (checked.ok) return;
  const faults = checked.issues.map(({ path, message }) => `${path} ${message}`).join(', ');
  throw new Violation(`expected another payload: ${faults}`);
}

/** An inbound webhook: a reply to a message of an account that was made for it, and that has the secret given. */
export async function receiveInbound(asker: Asker, mo_webhook_secret = SECRET): Promise<ReadWebhook> {
  const receiver = await openReceiver(asker);
  return withAccount(asker, async ({ identifier: accountUuid, apiKey }) => {
    const mo = { mo_webhook_url: receiver.url, ...(mo_webhook_secret !== '' && { mo_webhook_secret }) };
    await asker.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
    await asker.succeed('accounts.update', { path: { accountUuid }, body: { mo } });
    const message = asker.message({ from: { type: 'shared' }, send_at: undefined });
    const { messages } = await asker.succeed('messages.send', { key: apiKey, body: { messages: [message] } });
    const sender = messages[0]?.from.value;
    if (sender === undefined) throw new Violation('no message was answered');
    await asker.target.writeFromHandset?.(asker.to, sender, 'Yes');
    return awaitWebhook(asker, receiver, 'inbound-message');
  });
}

const INBOUND = ['sending', 'organization-key', 'webhooks', 'handset'] as const;

/** What the service sends. WHK-1. */
export const webhooks: readonly Case[] = [
  {
    id: 'webhooks.delivery-receipt',
    clause: 'WHK-1, RCP-6',
    sentence:
      'A message with a callback has a delivery receipt sent there, with the code 00 if it was delivered.',
    needs: ['sending', 'webhooks'],
    run: async (asker) => {
      const receiver = await openReceiver(asker);
      const { messageUuid } = await sendOne(asker, { send_at: undefined, callback: receiver.url });
      const webhook = await awaitWebhook(asker, receiver, 'delivery-receipt');
      expectPayload('delivery-receipt', webhook);
      const { messageuuid, delivered, receiptInfo } = webhook.payload as DeliveryReceipt;
      if (messageuuid !== messageUuid) throw new Violation(`it was the receipt of ${messageuuid}`);
      if (delivered !== (receiptInfo.code === DELIVERED_CODE))
        throw new Violation(`it said delivered: ${delivered}, with the code ${receiptInfo.code}`);
    },
  },
  {
    id: 'webhooks.retries',
    clause: 'WHK-3',
    sentence: 'A webhook that is not answered 200 is attempted six times at most.',
    needs: ['sending', 'webhooks', 'clock'],
    run: async (asker) => {
      const receiver = await openReceiver(asker);
      await receiver.answerWith(500);
      await sendOne(asker, { send_at: undefined, callback: receiver.url });
      for (let hours = 0; hours < 48; hours++) await asker.target.advance?.(3_600_000);
      const attempts = readWebhooks(await receiver.received()).length;
      if (attempts > 6) throw new Violation(`there were ${attempts} attempts`);
      if (attempts < 2) throw new Unasked(`there was ${attempts} attempt, and no more within two days`);
    },
  },
  {
    id: 'webhooks.inbound',
    clause: 'WHK-1, INB-2',
    sentence: "A reply to an account's message is sent to its inbound webhook.",
    needs: INBOUND,
    run: async (asker) => expectPayload('inbound-message', await receiveInbound(asker)),
  },
  {
    id: 'webhooks.inbound-signed',
    clause: 'SIG-1, SIG-2',
    sentence: 'With a secret, an inbound webhook is signed.',
    needs: INBOUND,
    run: async (asker) => {
      if (!(await isSignedWith(SECRET, await receiveInbound(asker))))
        throw new Violation('its signature is missing or another');
    },
  },
  {
    id: 'webhooks.inbound-unsigned',
    clause: 'SIG-1',
    sentence: 'Without a secret, an inbound webhook has no signature, timestamp or environment.',
    needs: INBOUND,
    run: async (asker) => {
      const { headers } = await receiveInbound(asker, '');
      const sent = ['signature', 'timestamp', 'environment'].filter((name) => name in headers);
      if (sent.length > 0) throw new Violation(`it had ${sent.join(' and ')}`);
    },
  },
];
