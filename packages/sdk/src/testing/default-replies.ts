import { parseTimestamp, type QueuedMessage, RECEIPT_CODES } from '@messaging-service/contract';
import type { MockCallOf, MockOperation, MockOperations } from './mock-calls.ts';

/** The replies of all operations that a test has not set. */
export type DefaultReplies = {
  readonly [Name in MockOperation]: (call: MockCallOf<Name>) => MockOperations[Name]['answer'];
};

const SHARED_SENDER = '447700900980';
/** A time further in the future than this schedules a message. */
const LEAD_MS = 5 * 60_000;

/**
 * Creates the responses of a successful service: messages are queued, batches delivered, lists empty. Identifiers are counted,
 * so that they are the same in every run.
 */
export function createDefaultReplies(): DefaultReplies {
  let count = 0;
  const nextId = () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
  return {
    'messages.send': ({ body: { messages } }) => ({
      messages: messages.map((message): QueuedMessage => {
        const { to, body, from, id, send_at, callback, channels } = message;
        return {
          to,
          body,
          from: { type: from.type, value: from.value ?? SHARED_SENDER },
          batchUuid: nextId(),
          messageUuid: id ?? nextId(),
          ...(isAhead(send_at) ? { scheduled: true, send_at } : { scheduled: false }),
          ...(callback !== undefined && { callback }),
          ...(channels !== undefined && { channels: [...channels] }),
          ...(id !== undefined && { id }),
        };
      }),
    }),
    'batches.send': ({ body }) => ({ identifier: body.uuid ?? nextId() }),
    'batches.cancel': ({ path }) => ({ identifier: lastPart(path) }),
    'batches.receipts': ({ path, query }) => ({
      counts: { total: 1, delivered: 1, failed: 0 },
      ...(query.details === true && { details: [deliveredDetail(lastPart(path), nextId())] }),
    }),
    'batches.listPending': () => ({ batches: [] }),
    'accounts.list': () => ({ accounts: [] }),
    'accounts.create': () => ({ identifier: nextId(), apiKey: String(++count).padStart(32, '0') }),
    'accounts.update': () => ({ status: 'success' }),
    'accounts.topUp': () => ({}),
    'accounts.deactivate': () => ({}),
    'receiptCodes.list': () => [...RECEIPT_CODES],
  };
}

function isAhead(sendAt: string | undefined): boolean {
  const at = sendAt === undefined ? undefined : parseTimestamp(sendAt);
  return at !== undefined && at > Date.now() + LEAD_MS;
}

function deliveredDetail(batchuuid: string, messageuuid: string) {
  return { destination: '+447700900123', delivered: true, failed: false, batchuuid, messageuuid, info: null };
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
