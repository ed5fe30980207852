// oxlint-disable typescript/no-unsafe-argument -- Options of the type `any` are what these tests are about.
import {
  type AccountClient,
  type AccountClientOptions,
  type ClientOptions,
  createMessagingClient,
  type FullClientOptions,
  type MessagingClient,
  type OrganizationClient,
  type OrganizationClientOptions,
} from '@messaging-service/sdk';
import { assertType, describe, expectTypeOf, test } from 'vitest';

const baseUrl = 'https://api.messaging.test';
const key = '0123456789abcdef0123456789abcdef';
// The content of a file has the type `any`.
const config = JSON.parse('{}');
const { env } = process;

describe('a client has everything that its keys may give it (KEY-2, KEY-3)', () => {
  test('keys of a parsed file', () => {
    expectTypeOf(createMessagingClient(config)).toEqualTypeOf<MessagingClient>();
    expectTypeOf(createMessagingClient({ ...config, timeout: 1000 })).toEqualTypeOf<MessagingClient>();
    expectTypeOf(
      createMessagingClient({ baseUrl, accountKey: config.a, organizationKey: config.o }),
    ).toEqualTypeOf<MessagingClient>();
    expectTypeOf(createMessagingClient({ baseUrl, accountKey: config.a })).toEqualTypeOf<AccountClient>();
    expectTypeOf(
      createMessagingClient({ baseUrl, organizationKey: config.o }),
    ).toEqualTypeOf<OrganizationClient>();
    expectTypeOf(
      createMessagingClient({ baseUrl, accountKey: config.a, organizationKey: key }),
    ).toEqualTypeOf<MessagingClient>();
  });

  test('variables of the environment', () => {
    expectTypeOf(createMessagingClient({ baseUrl, accountKey: env.A })).toEqualTypeOf<AccountClient>();
    expectTypeOf(
      createMessagingClient({ baseUrl, organizationKey: env.O }),
    ).toEqualTypeOf<OrganizationClient>();
    expectTypeOf(
      createMessagingClient({ baseUrl, accountKey: env.A, organizationKey: env.O }),
    ).toEqualTypeOf<MessagingClient>();
    expectTypeOf(
      createMessagingClient({ baseUrl, accountKey: key, organizationKey: env.O }),
    ).toEqualTypeOf<MessagingClient>();
  });

  test('options that are declared elsewhere', () => {
    const account = { baseUrl, accountKey: key } as AccountClientOptions;
    const organization = { baseUrl, organizationKey: key } as OrganizationClientOptions;
    const either = account as AccountClientOptions | OrganizationClientOptions;
    const any = account as AccountClientOptions | OrganizationClientOptions | FullClientOptions;
    const partial: Partial<FullClientOptions> = {};
    const keys: { accountKey?: string; organizationKey?: string } = {};
    expectTypeOf(createMessagingClient(account)).toEqualTypeOf<AccountClient>();
    expectTypeOf(createMessagingClient(organization)).toEqualTypeOf<OrganizationClient>();
    expectTypeOf(createMessagingClient(either)).toEqualTypeOf<MessagingClient>();
    expectTypeOf(createMessagingClient(any)).toEqualTypeOf<MessagingClient>();
    expectTypeOf(createMessagingClient({ ...partial, baseUrl })).toEqualTypeOf<MessagingClient>();
    expectTypeOf(createMessagingClient({ baseUrl, ...keys })).toEqualTypeOf<MessagingClient>();
    const common: ClientOptions = { baseUrl };
    expectTypeOf(createMessagingClient({ ...common, accountKey: key })).toEqualTypeOf<AccountClient>();
    expectTypeOf(
      createMessagingClient({ ...account, organizationKey: env.O }),
    ).toEqualTypeOf<MessagingClient>();
  });

  test('keys that `with` may add', () => {
    const account = createMessagingClient({ baseUrl, accountKey: key });
    expectTypeOf(account.with(config)).toEqualTypeOf<MessagingClient>();
    expectTypeOf(account.with({ organizationKey: config.o })).toEqualTypeOf<MessagingClient>();
    expectTypeOf(account.with({ organizationKey: env.O })).toEqualTypeOf<MessagingClient>();
    expectTypeOf(account.with({ timeout: 1 })).toEqualTypeOf<AccountClient>();
    const organization = createMessagingClient({ baseUrl, organizationKey: key });
    expectTypeOf(organization.with({ accountKey: env.A })).toEqualTypeOf<MessagingClient>();
    expectTypeOf(organization.with({ timeout: 1 })).toEqualTypeOf<OrganizationClient>();
  });
});

describe('the type of any client', () => {
  type AnyClient = ReturnType<typeof createMessagingClient>;
  const client = createMessagingClient({ baseUrl, accountKey: key, organizationKey: key });

  test('it has everything, and a client with both keys is one', () => {
    assertType<AnyClient>(client);
    assertType<AnyClient>(
      createMessagingClient({ baseUrl, accountKey: key, organizationKey: key, safeResend: true }),
    );
    const any = client as AnyClient;
    assertType(any.messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: '' }));
    assertType(
      any.messages.send({ defaults: { from: { type: 'shared' } }, messages: [{ to: '', body: '' }] }),
    );
    assertType(any.messages.sendMany([{ to: '', body: '', from: { type: 'shared' } }]));
    assertType(any.batches.listPending());
    assertType(any.batches.send({ from: '', message: '', destinations: [] }));
    assertType(any.accounts.list());
  });

  test('a function that takes a client that sends takes every one', () => {
    const send = (_client: AccountClient<boolean>) => undefined;
    send(client);
    send(createMessagingClient({ baseUrl, accountKey: key, safeResend: true }));
  });
});
