import { type Channel, formatTimestamp, type InboundMessage } from '@messaging-service/contract';
import { latestSent } from '../rules/latest-sent.ts';
import { noteOptOut } from '../rules/opt-out.ts';
import { lockHolder } from '../rules/senders.ts';
import { queueWebhook } from '../rules/webhook-deliveries.ts';
import { Rejection } from '../state/rejection.ts';
import { type Account, bareNumber } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** A message from a handset. */
export interface HandsetMessage {
  /** The handset's number. */
  readonly from: string;
  /** The sender ID it writes to; undefined means that of the latest message it got. */
  readonly to?: string | undefined;
  /** The text. */
  readonly message: string;
  /** The channel; undefined means that of the message replied to, else `sms`. */
  readonly channel?: Channel | undefined;
}

/**
 * A message from a handset (MO): it goes to the account that owns the sender ID, or to the one a shared sender ID is
 * locked to for this number. See INB-1, INB-2, INB-3, INB-4 and EMU-12.
 *
 * @returns The payload of the inbound webhook.
 */
export function receiveInbound(
  tx: Transaction,
  { from, to: sender, message, channel }: HandsetMessage,
): InboundMessage {
  const number = bareNumber(from);
  const to = sender ?? latestSender(tx, number);
  const account = receiver(tx, number, to);
  const repliedTo = latestSent(
    tx.state,
    number,
    ({ batch }) => batch.from === to && batch.accountUuid === account.uuid,
  );
  const payload: InboundMessage = {
    account_uuid: account.uuid,
    batch_uuid: repliedTo?.batch.uuid ?? null,
    message_uuid: repliedTo?.uuid ?? null,
    mo_uuid: tx.ids.uuid(),
    channel: channel ?? repliedTo?.channel ?? 'sms',
    message,
    at: formatTimestamp(tx.now),
    from: Number(number),
    to,
  };
  tx.record({ type: 'inbound-received', payload });
  noteOptOut(tx, number, to, message);
  const { uuid: accountUuid, mo } = account;
  const messageUuid = repliedTo?.uuid;
  if (mo.url !== '') queueWebhook(tx, 'inbound-message', { accountUuid, messageUuid, url: mo.url, payload });
  return payload;
}

function latestSender({ state }: Transaction, number: string): string {
  const latest = latestSent(state, number);
  if (latest !== undefined) return latest.batch.from;
  throw new Rejection(
    'invalid_request',
    `${number} cannot reply, because it has not received a message. Send it a message first, or pass the sender ID to reply to: reply(text, { to: 'DEMO' }).`,
    [{ path: 'to', message: 'is required, because the handset has not received a message' }],
  );
}

function receiver(tx: Transaction, number: string, sender: string): Account {
  const uuid = tx.state.senderOwners.get(sender) ?? lockHolder(tx.state, number, sender);
  const account = uuid === undefined ? undefined : tx.state.accounts.get(uuid);
  if (account === undefined || account.deleted) {
    throw new Rejection(
      'not_found',
      `No account receives messages from ${number} to ${sender}. An account must own this sender ID, or have sent to this number with it as a shared sender ID.`,
    );
  }
  return account;
}
