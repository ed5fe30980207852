import type { ConformanceTarget } from '@messaging-service/conformance';
import { UNKNOWN_UUID } from '@messaging-service/conformance/core';
import { type Alter, altering } from '../altered-service.ts';
import {
  accepting,
  breaking,
  everyAccount,
  everyMessage,
  isDryRun,
  type Json,
  responsesTo,
  succeedingWith,
  type WrongService,
} from './wrong-service.ts';

/** Changes the sender of messages with a shared sender ID that are sent. */
function sharedSender(senderOf: () => string): ConformanceTarget {
  const alter = everyMessage((message, call) => {
    const from = message.from as Json;
    if (from.type === 'shared' && !isDryRun(call)) from.value = senderOf();
  });
  // A handset could not reply to the account.
  return { ...altering(alter), writeFromHandset: undefined };
}

let senders = 0;

/** A service that shows, as held, a credit for each message that was cancelled. */
function keepingCredits(): ConformanceTarget {
  let cancelled = 0;
  const keep = everyAccount((account, index) => {
    if (index > 0) return;
    account.held_credits += cancelled;
    account.credits -= cancelled;
  });
  return altering((body, call) => {
    if (call.operation.startsWith('DELETE /batch/')) cancelled += 1;
    return keep(body, call);
  });
}

/** A service that returns, for the first message that is sent, a batch that does not exist. */
function returningNoBatch(): ConformanceTarget {
  let isFirst = true;
  const alter = everyMessage((message, call) => {
    if (isDryRun(call) || !isFirst) return;
    isFirst = false;
    message.batchUuid = UNKNOWN_UUID;
  });
  return altering(alter);
}

/** Gives the second of two messages an identifier of the first. */
function sharing(member: 'messageUuid' | 'batchUuid'): ConformanceTarget {
  const alter = responsesTo('POST /message', ({ messages }) => {
    if (messages.length === 2) for (const message of messages) message[member] = messages[0]?.[member];
  });
  return altering(alter);
}

function everyDetail(members: object): Alter {
  return ({ details = [] }) => {
    for (const detail of details) Object.assign(detail, members);
  };
}

const RECEIPTS: readonly [breaks: string, is: string, detail: string, alter: Alter][] = [
  ['RCP-1', 'counts messages twice', 'the total was 2', ({ counts }) => void (counts.total *= 2)],
  [
    'RCP-2',
    'returns no details',
    'there were no details',
    ({ counts, details }) => ({ counts, ...(details !== undefined && { details: [] }) }),
  ],
  [
    'RCP-2',
    'returns details without the query',
    'there were details without details=true',
    (body) => ({ details: [], ...body }),
  ],
  [
    'RCP-2',
    'marks a message as both delivered and failed',
    'it was marked as both delivered and failed',
    everyDetail({ delivered: true, failed: true }),
  ],
  [
    'RCP-3',
    'sets info without a callback',
    'info was set, although the message had no callback',
    everyDetail({ info: { code: '00', description: 'Successful' } }),
  ],
  [
    'API-3',
    'returns numbers without a plus',
    'the destination was 447700900001',
    everyDetail({ destination: '447700900001' }),
  ],
];

/** Services that are wrong about the receipts of a batch. */
const receipts: readonly WrongService[] = RECEIPTS.map(([breaks, is, detail, alter]) =>
  breaking('receipts.counts', breaks, is, {
    detail,
    // Only this case reads the receipts of messages that were sent.
    target: altering((body, call) =>
      /^GET \/batch\/./.test(call.operation) ? alter(body, call) : undefined,
    ),
  }),
);

/** Services that are wrong about messages and batches that are sent. */
export const sending: readonly WrongService[] = [
  breaking('scheduling.pending', 'BAT-9', 'cancels with status 204', {
    detail: 'expected status 200; batches.cancel returned 204',
    target: succeedingWith(204, ({ operation }) => operation.startsWith('DELETE /batch/')),
  }),
  breaking('scheduling.pending', 'BAT-8', 'does not list scheduled messages', {
    detail: 'it was not among the pending batches',
    target: altering(responsesTo('GET /batch', () => ({ batches: [] }))),
    also: ['add-batch.send'],
  }),
  breaking('scheduling.pending', 'BAT-9', 'does not cancel', {
    detail: 'it was still pending after it was cancelled',
    target: accepting({}, ({ operation }) => operation.startsWith('DELETE /batch/')),
    also: ['scheduling.holds-credits'],
  }),
  breaking('scheduling.pending', 'MSG-7', 'returns a message whose batch does not exist', {
    detail: 'expected status 200; batches.cancel returned 404',
    target: returningNoBatch(),
  }),
  breaking('scheduling.holds-credits', 'CRD-1', 'does not subtract held credits from the balance', {
    detail: 'an account that holds credits shows 1000 credits instead of 999',
    target: altering(
      everyAccount((account) => {
        account.credits += account.held_credits;
      }),
    ),
  }),
  breaking(
    'scheduling.holds-credits',
    'SCH-5, BAT-9',
    'still holds the credits of a message that was cancelled',
    {
      detail: '1 credits were held before, and 2 afterward',
      target: keepingCredits(),
    },
  ),
  breaking('shared-senders.same-number', 'SND-3', 'changes the shared sender ID of a number', {
    detail: 'it was 447700900980, and then 447700900981',
    target: sharedSender(() => `44770090098${senders++ % 10}`),
  }),
  breaking('shared-senders.locked', 'SND-5', 'assigns one shared sender ID to two accounts', {
    detail: 'both accounts sent with 447700900980',
    target: sharedSender(() => '447700900980'),
  }),
  breaking('add-message.identifiers', 'MSG-6', 'gives two messages the same UUID', {
    detail: 'two messages share an identifier',
    target: sharing('messageUuid'),
  }),
  breaking('add-message.identifiers', 'MSG-7', 'puts two messages into one batch', {
    detail: 'two messages share an identifier',
    target: sharing('batchUuid'),
  }),
  breaking('add-batch.send', 'BAT-2', 'returns a batch without its identifier', {
    detail: 'the body is invalid: identifier is required',
    target: altering(responsesTo('POST /batch', (_, call) => (isDryRun(call) ? undefined : {}))),
  }),
  breaking('add-batch.send', 'BAT-8', 'lists batches with the wrong number of messages', {
    detail: 'it had 2 messages',
    target: altering(
      responsesTo('GET /batch', ({ batches }) => {
        for (const batch of batches) batch.messagecount += 1;
      }),
    ),
  }),
  ...receipts,
];
