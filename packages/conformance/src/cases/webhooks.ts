import {
  DELIVERED_CODE,
  type DeliveryReceipt,
  validate,
  WEBHOOK_SCHEMAS,
  type WebhookKind,
} from '@messaging-service/contract';
import { sendOne } from '../probe/messages.ts';
import { isSignedWith, SECRET } from '../probe/signature.ts';
import { openReceiver, type ParsedWebhook, receiveInbound, waitForWebhook } from '../probe/webhooks.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import type { Case } from './case.ts';

function expectPayload(kind: WebhookKind, { payload }: ParsedWebhook): void {
  const checked = validate<unknown>(WEBHOOK_SCHEMAS[kind], payload);
  if (checked.ok) return;
  const issues = checked.issues.map(({ path, message }) => `${path} ${message}`).join(', ');
  throw new Violation(`the payload is invalid: ${issues}`);
}

const INBOUND = ['sending', 'organization-key', 'webhooks', 'handset'] as const;

/** Webhooks that the service sends. */
export const webhooks: readonly Case[] = [
  {
    id: 'webhooks.delivery-receipt',
    clause: 'WHK-1, RCP-5, RCP-6',
    sentence: 'The receipt of a message is sent to its callback, with code 00 if it was delivered.',
    needs: ['sending', 'webhooks'],
    run: async (probe) => {
      const receiver = await openReceiver(probe);
      const { messageUuid } = await sendOne(probe, { send_at: undefined, callback: receiver.url });
      const webhook = await waitForWebhook(probe, receiver, 'delivery-receipt');
      expectPayload('delivery-receipt', webhook);
      const { messageuuid, delivered, receiptInfo } = webhook.payload as DeliveryReceipt;
      if (messageuuid !== messageUuid) throw new Violation(`it was the receipt of ${messageuuid}`);
      if (delivered !== (receiptInfo.code === DELIVERED_CODE))
        throw new Violation(`it had delivered: ${delivered} with code ${receiptInfo.code}`);
    },
  },
  {
    id: 'webhooks.retries',
    clause: 'WHK-3',
    sentence: 'A webhook that fails is attempted at most six times.',
    needs: ['sending', 'webhooks', 'clock'],
    run: async (probe) => {
      const receiver = await openReceiver(probe);
      await receiver.respondWith(500);
      await sendOne(probe, { send_at: undefined, callback: receiver.url });
      for (let hours = 0; hours < 48; hours++) await probe.target.advance?.(3_600_000);
      const attempts = (await receiver.received()).length;
      if (attempts > 6) throw new Violation(`there were ${attempts} attempts`);
      if (attempts < 2) throw new Skipped(`there was ${attempts} attempt within two days`);
    },
  },
  {
    id: 'webhooks.inbound',
    clause: 'INB-1, INB-2, INB-4',
    sentence: "A reply to an account's message is sent to its inbound webhook.",
    needs: INBOUND,
    run: async (probe) => expectPayload('inbound-message', await receiveInbound(probe, SECRET)),
  },
  {
    id: 'webhooks.inbound-signed',
    clause: 'SIG-1, SIG-2',
    sentence: 'With a secret, an inbound webhook is signed.',
    needs: INBOUND,
    run: async (probe) => {
      if (!(await isSignedWith(SECRET, await receiveInbound(probe, SECRET))))
        throw new Violation('its signature is missing or wrong');
    },
  },
  {
    id: 'webhooks.inbound-unsigned',
    clause: 'SIG-1',
    sentence: 'Without a secret, an inbound webhook has no signature, timestamp or environment.',
    needs: INBOUND,
    run: async (probe) => {
      const { headers } = await receiveInbound(probe, undefined);
      const sent = ['signature', 'timestamp', 'environment'].filter((name) => name in headers);
      if (sent.length > 0) throw new Violation(`it had ${sent.join(' and ')}`);
    },
  },
];
