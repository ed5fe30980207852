import type { ReceiptInfo } from '@messaging-service/contract';
import type { DecidedBy } from '../state/decided-by.ts';
import { e164, type Message } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import { queueWebhook } from './webhook-deliveries.ts';

/** Marks a message delivered or failed; the receipt webhook follows immediately if the message has a callback. See MSG-13 and RCP-6. */
export function resolveMessage(
  tx: Transaction,
  message: Message,
  delivered: boolean,
  receipt: ReceiptInfo,
  decidedBy: DecidedBy | undefined,
): void {
  const type = delivered ? 'message-delivered' : 'message-failed';
  const { uuid: batchUuid, accountUuid, callback } = message.batch;
  tx.record({ type, messageUuid: message.uuid, batchUuid, receipt, decidedBy });
  if (callback === undefined) return;
  const payload = {
    destination: e164(message.to),
    delivered,
    batchuuid: batchUuid,
    messageuuid: message.uuid,
    receiptInfo: receipt,
  };
  queueWebhook(tx, 'delivery-receipt', { accountUuid, messageUuid: message.uuid, url: callback, payload });
}
