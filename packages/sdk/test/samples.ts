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

const repeatable = (call: Sample['call'], answer: unknown): Sample => ({ call, answer, repeatable: true });
const unrepeatable = (call: Sample['call'], answer: unknown): Sample => ({ call, answer, repeatable: false });

const pendingBatch = { identifier: BATCH_UUID, at: '2030-01-01T09:00:00Z', from: 'DEMO', messagecount: 2 };

/** A call of every operation the client has. */
export const samples: Readonly<Record<Operation, Sample>> = {
  'messages.send': unrepeatable(({ messages }) => messages.send({ messages: [message] }), {
    messages: [queued],
  }),
  'batches.send': unrepeatable(({ batches }) => batches.send(batch), { identifier: BATCH_UUID }),
  'batches.cancel': repeatable(({ batches }) => batches.cancel(BATCH_UUID), { identifier: BATCH_UUID }),
  'batches.receipts': repeatable(({ batches }) => batches.receipts(BATCH_UUID), {
    counts: { total: 2, delivered: 1, failed: 0 },
  }),
  'batches.listPending': repeatable(({ batches }) => batches.listPending(), { batches: [pendingBatch] }),
  'accounts.list': repeatable(({ accounts }) => accounts.list(), { accounts: [account] }),
  'accounts.create': unrepeatable(({ accounts }) => accounts.create({ name: 'Reception' }), {
    identifier: ACCOUNT_UUID,
    apiKey: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  }),
  'accounts.update': repeatable(({ accounts }) => accounts.update(ACCOUNT_UUID, { schedule: '0 0 1 * *' }), {
    status: 'success',
  }),
  'accounts.topUp': unrepeatable(
    ({ accounts }) => accounts.topUp({ accountUuid: ACCOUNT_UUID, topup: 400 }),
    {},
  ),
  'accounts.deactivate': repeatable(({ accounts }) => accounts.deactivate(ACCOUNT_UUID), {}),
  'receiptCodes.list': repeatable(
    (client) => client.receiptCodes(),
    [{ code: '00', description: 'Successful' }],
  ),
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

export const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

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
