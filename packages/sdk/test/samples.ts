import { endpoints, type OperationName } from '@messaging-service/contract';
import {
  type CallPromise,
  createMessagingClient,
  type Logger,
  type MessagingClient,
} from '@messaging-service/sdk';
import { ACCOUNT_KEY, ORGANIZATION_KEY } from './scripted-service.ts';

/** A client with both keys, which tries again without waiting. */
export function createFullClient(baseUrl: string, options: object = {}): MessagingClient {
  return createMessagingClient({
    baseUrl,
    accountKey: ACCOUNT_KEY,
    organizationKey: ORGANIZATION_KEY,
    retry: { delay: 0, maxDelay: 0 },
    ...options,
  });
}

export const BATCH_UUID = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
export const ACCOUNT_UUID = '0190f3c4-5b6a-7c8d-9e0f-0a0b0c0d0e0f';

export const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;

/** The response of the service to `message`. */
export const queued = {
  to: '447700900123',
  from: { type: 'shared', value: '447700900980' },
  body: 'Your table is ready',
  batchUuid: BATCH_UUID,
  messageUuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e70',
  scheduled: false,
};

export const batch = {
  from: 'DEMO',
  message: 'We open at nine',
  destinations: ['447700900123', '447700900124'],
};

const account = {
  identifier: ACCOUNT_UUID,
  name: 'Reception',
  credits: 10,
  held_credits: 0,
  paid_credits: { remaining: 10, allow_negative: false, negative_limit: null, schedule_reset_to_zero: false },
  packaged_credits: { remaining: 0, schedule_refill_amount: 0, schedule_refill: false },
  mo: { mo_webhook_url: '' },
  schedule: null,
  deleted: false,
};

type Operation = Exclude<OperationName, 'accounts.topUpOnAccountPath'>;

/** One call of an operation, with a suitable response. */
export interface Sample {
  readonly call: (client: MessagingClient) => CallPromise<unknown>;
  readonly answer: unknown;
  /** Whether the operation is idempotent, so that a client can retry it. */
  readonly repeatable: boolean;
}

/** A call of every operation the client has. */
export const samples: Readonly<Record<Operation, Sample>> = {
  'messages.send': {
    call: ({ messages }) => messages.send({ messages: [message] }),
    answer: { messages: [queued] },
    repeatable: false,
  },
  'batches.send': {
    call: ({ batches }) => batches.send(batch),
    answer: { identifier: BATCH_UUID },
    repeatable: false,
  },
  'batches.cancel': {
    call: ({ batches }) => batches.cancel(BATCH_UUID),
    answer: { identifier: BATCH_UUID },
    repeatable: true,
  },
  'batches.receipts': {
    call: ({ batches }) => batches.receipts(BATCH_UUID),
    answer: { counts: { total: 2, delivered: 1, failed: 0 } },
    repeatable: true,
  },
  'batches.listPending': {
    call: ({ batches }) => batches.listPending(),
    answer: {
      batches: [{ identifier: BATCH_UUID, at: '2030-01-01T09:00:00Z', from: 'DEMO', messagecount: 2 }],
    },
    repeatable: true,
  },
  'accounts.list': {
    call: ({ accounts }) => accounts.list(),
    answer: { accounts: [account] },
    repeatable: true,
  },
  'accounts.create': {
    call: ({ accounts }) => accounts.create({ name: 'Reception' }),
    answer: { identifier: ACCOUNT_UUID, apiKey: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
    repeatable: false,
  },
  'accounts.update': {
    call: ({ accounts }) => accounts.update(ACCOUNT_UUID, { schedule: '0 0 1 * *' }),
    answer: { status: 'success' },
    repeatable: true,
  },
  'accounts.topUp': {
    call: ({ accounts }) => accounts.topUp({ accountUuid: ACCOUNT_UUID, topup: 400 }),
    answer: {},
    repeatable: false,
  },
  'accounts.deactivate': {
    call: ({ accounts }) => accounts.deactivate(ACCOUNT_UUID),
    answer: {},
    repeatable: true,
  },
  'receiptCodes.list': {
    call: (client) => client.receiptCodes(),
    answer: [{ code: '00', description: 'Successful' }],
    repeatable: true,
  },
};

/** The operations by name, for `test.for`. */
export const operations = Object.entries(samples).map(([name, sample]) => ({ name, ...sample }));

/** A logger that writes down its lines. */
export function recordingLogger() {
  const lines: [level: keyof Logger, details: object, message: string][] = [];
  const write = (level: keyof Logger) => (details: object, text: string) =>
    void lines.push([level, details, text]);
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return {
    lines,
    logger,
    errors: () => lines.filter(([level]) => level === 'error').map(([, , text]) => text),
  };
}

/** A promise that is rejected with any value, as promises of third-party code may be. */
export function rejection(reason: unknown): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  reject(reason);
  return promise;
}

/** The error a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('the call succeeded');
}

/** How many operations the table has besides the second path of top-up, which the client has no use for. */
export const operationCount =
  Object.values(endpoints).flatMap((resource) => Object.keys(resource)).length - 1;
