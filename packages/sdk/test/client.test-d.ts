import {
  type AccountClient,
  type Accounts,
  ApiError,
  type Batches,
  createMessagingClient,
  type Messages,
  type MessagingClient,
  type MessagingError,
  type OrganizationClient,
  type PendingBatch,
  type ReceiptCode,
  type ReceiptDetail,
} from '@messaging-service/sdk';
import { assertType, describe, expectTypeOf, test } from 'vitest';

const baseUrl = 'https://api.messaging.test';
const accountKey = '0123456789abcdef0123456789abcdef';
const organizationKey = 'fedcba9876543210fedcba9876543210';

describe('the keys decide in the type what a client has (KEY-2, KEY-3)', () => {
  test('an account key alone: no accounts', () => {
    const client = createMessagingClient({ baseUrl, accountKey });
    expectTypeOf(client).toEqualTypeOf<AccountClient>();
    expectTypeOf(client.messages).toEqualTypeOf<Messages>();
    expectTypeOf(client.batches).toEqualTypeOf<Batches>();
    expectTypeOf(client.receiptCodes).returns.resolves.toEqualTypeOf<ReceiptCode[]>();
    // @ts-expect-error there is no organization key
    void client.accounts;
  });

  test('an organization key alone: no messages, no batches', () => {
    const client = createMessagingClient({ baseUrl, organizationKey });
    expectTypeOf(client).toEqualTypeOf<OrganizationClient>();
    expectTypeOf(client.accounts).toEqualTypeOf<Accounts>();
    expectTypeOf(client.accounts.receiptCodes).returns.resolves.toEqualTypeOf<ReceiptCode[]>();
    // @ts-expect-error there is no account key
    void client.messages;
    // @ts-expect-error there is no account key
    void client.batches;
  });

  test('both keys: everything, and it can be used as either client', () => {
    const client = createMessagingClient({ baseUrl, accountKey, organizationKey });
    expectTypeOf(client).toEqualTypeOf<MessagingClient>();
    assertType<AccountClient>(client);
    assertType<OrganizationClient>(client);
  });

  test('a key that is undefined: as without it', () => {
    expectTypeOf(
      createMessagingClient({ baseUrl, accountKey, organizationKey: undefined }),
    ).toEqualTypeOf<AccountClient>();
  });

  test('fetch may be the global one, one of an emulator, or a small function', () => {
    assertType(createMessagingClient({ baseUrl, accountKey, fetch: globalThis.fetch }));
    assertType(createMessagingClient({ baseUrl, accountKey, fetch: async () => new Response() }));
    assertType(createMessagingClient({ baseUrl, accountKey, fetch: (url, init) => fetch(url, init) }));
    const emulator = { fetch: (_input: string | URL | Request, _init?: RequestInit) => fetch('') };
    assertType(createMessagingClient({ baseUrl: new URL(baseUrl), accountKey, fetch: emulator.fetch }));
  });
});

describe('responses have the shape and the names of the wire', () => {
  const { batches, accounts } = createMessagingClient({ baseUrl, accountKey, organizationKey });

  test('batches', async () => {
    expectTypeOf(batches.send).returns.resolves.toEqualTypeOf<{ identifier: string }>();
    expectTypeOf(batches.listPending).returns.resolves.toEqualTypeOf<{ batches: PendingBatch[] }>();
    const some = await batches.receipts('');
    expectTypeOf(some.details).toEqualTypeOf<ReceiptDetail[] | undefined>();
    const all = await batches.receipts('', { details: true });
    expectTypeOf(all.details).toEqualTypeOf<ReceiptDetail[]>();
    const flag = Boolean(1);
    const either = await batches.receipts('', { details: flag });
    expectTypeOf(either.details).toEqualTypeOf<ReceiptDetail[] | undefined>();
  });

  test('times of batches may be dates or texts', () => {
    const batch = { from: 'DEMO', message: '', destinations: ['447700900123'] };
    assertType(batches.send({ ...batch, at: new Date() }));
    assertType(batches.send({ ...batch, send_at: '2030-01-01T09:00Z' }, { dryRun: true, allowMulti: false }));
    // @ts-expect-error neither
    assertType(batches.send({ ...batch, at: 1_900_000_000 }));
    // @ts-expect-error mistyped
    assertType(batches.send({ from: 'DEMO', message: '', destinations: [], sendAt: new Date() }));
  });

  test('the client handles the two spellings of the refill flag', () => {
    assertType(accounts.update('', { packaged_credits: { schedule_refill: true } }));
    // @ts-expect-error the table's name of it is not for callers
    assertType(accounts.update('', { packaged_credits: { schedule_reset_to_zero: true } }));
  });
});

test('instanceof narrows errors', () => {
  const error = null as unknown;
  if (error instanceof ApiError) {
    expectTypeOf(error.status).toEqualTypeOf<number>();
    expectTypeOf(error.body).toEqualTypeOf<string>();
    assertType<MessagingError>(error);
  }
});
