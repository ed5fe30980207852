import { describe, expect, test } from 'vitest';
import {
  createMemoryDedupeStore,
  createWebhookHandler,
  type SyncSecretsResolver,
  type VerifySyncOptions,
} from '../src/index.ts';
import { receiver } from './receiver.ts';
import { signed, signedRequest } from './requests.ts';
import { creditNotification, deliveryReceipt, inboundMessage, SENT_AT } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';

const [A, B] = ['0190f3c4-aaaa-7c8d-9e0f-1a2b3c4d5e6f', '0190f3c4-bbbb-7c8d-9e0f-1a2b3c4d5e6f'];
const SECRET_OF: ReadonlyMap<string, string> = new Map([
  [A, 'the secret of A'],
  [B, 'the secret of B'],
]);
const ACCOUNTS = [...SECRET_OF].map(([account, secrets]) => ({ account, secrets }));

/** Every way to tie secrets to accounts. */
const BINDINGS: Readonly<Record<string, VerifySyncOptions['secrets']>> = {
  'a list of accounts': ACCOUNTS,
  'a function that returns all accounts': () => ACCOUNTS,
  'a function that looks up the account that the request names': ({ account_uuid = '' }) =>
    SECRET_OF.get(account_uuid),
  'a function that looks it up and returns it': ({ account_uuid = A }) => {
    const secrets = SECRET_OF.get(account_uuid);
    return secrets === undefined ? undefined : { account: account_uuid, secrets };
  },
};

/** A payload signed by an account, which it may or may not name. */
function signedBy(account: string, payload: unknown) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return signed(body, { secret: SECRET_OF.get(account) });
}

describe.each(Object.entries(BINDINGS))('secrets of several accounts, given as %s', (_title, secrets) => {
  test.each([inboundMessage, creditNotification])(
    'the event reports the account that signed it',
    async (payload) => {
      for (const account of [A, B]) {
        const event = await verifyBoth(signedBy(account, { ...payload, account_uuid: account }), { secrets });
        expect(event).toMatchObject({ verified: true, account });
      }
    },
  );

  test('a receipt that names an account is reported as signed by that account, whatever its message', async () => {
    const event = await verifyBoth(signedBy(A, { ...deliveryReceipt, account_uuid: A }), { secrets });
    expect(event).toMatchObject({ kind: 'delivery-receipt', account: A });
  });

  test.each([inboundMessage, creditNotification, deliveryReceipt, { event: 'of tomorrow' }])(
    'a payload that names another account than the one that signed it is refused',
    async (payload) => {
      const request = signedBy(A, { ...payload, account_uuid: B });
      const { code } = await failureOf(() => verifyBoth(request, { secrets }));
      expect(['account_mismatch', 'signature_mismatch']).toContain(code);
    },
  );

  test.each([
    ['by naming both', `{"account_uuid":"${A}",`],
    ['by naming it behind an escape', `{"x":"","account_\\u0075uid":"${B}","account_uuid":"${A}",`],
  ])('an account cannot sign for another one %s', async (_way, start) => {
    const { account_uuid: _named, ...rest } = inboundMessage;
    const body = start + JSON.stringify({ ...rest, account_uuid: B }).slice(1);
    const { code } = await failureOf(() => verifyBoth(signedBy(A, body), { secrets }));
    expect(code).toBe('account_mismatch');
  });

  test('an account that is not text is another account', async () => {
    const request = signedBy(A, { event: 'of tomorrow', account_uuid: null });
    const { code } = await failureOf(() => verifyBoth(request, { secrets }));
    expect(['account_mismatch', 'secret_not_found']).toContain(code);
  });
});

describe('a receipt, which names no account', () => {
  test('is reported as signed by the account whose secret matched', async () => {
    for (const account of [A, B]) {
      const event = await verifyBoth(signedBy(account, deliveryReceipt), { secrets: ACCOUNTS });
      expect(event.account).toBe(account);
    }
  });

  test('is refused if the function finds no secret without an account', async () => {
    const secrets: SyncSecretsResolver = ({ account_uuid = '' }) => SECRET_OF.get(account_uuid);
    const { code } = await failureOf(() => verifyBoth(signedBy(A, deliveryReceipt), { secrets }));
    expect(code).toBe('secret_not_found');
  });
});

test('accounts that share a secret are distinguished by the payload', async () => {
  const secrets = [A, B].map((account) => ({ account, secrets: ['one that is not used', 'shared'] }));
  const body = JSON.stringify({ ...inboundMessage, account_uuid: B });
  expect((await verifyBoth(signed(body, { secret: 'shared' }), { secrets })).account).toBe(B);
});

test('secrets that belong to no account in particular report no account', async () => {
  const request = signedBy(A, { ...inboundMessage, account_uuid: A });
  for (const secrets of ['the secret of A', ['x', 'the secret of A'], () => 'the secret of A'])
    expect((await verifyBoth(request, { secrets })).account).toBe(undefined);
});

test.each([
  [{ account: '', secrets: 'x' }],
  [{ secrets: 'x' }],
  [[{ account: A, secrets: [] }]],
  [[ACCOUNTS[0], null]],
])('an account without a name or a secret is refused: %o', async (found) => {
  const secrets = (() => found) as unknown as SyncSecretsResolver;
  const request = signedBy(A, inboundMessage);
  expect((await failureOf(() => verifyBoth(request, { secrets }))).code).toBe('missing_secret');
});

describe('a handler for several accounts', () => {
  const secrets: SyncSecretsResolver = ({ account_uuid = '' }) => SECRET_OF.get(account_uuid);
  const send = (account: string, payload: object, environment?: string) =>
    signedRequest({ ...payload, account_uuid: account }, { secret: SECRET_OF.get(account), environment });

  test('acts on an event of one account although another has sent its mo_uuid before', async () => {
    const { handler, events } = receiver({ secrets });
    expect((await handler(send(A, inboundMessage))).status).toBe(200);
    expect((await handler(send(B, inboundMessage))).status).toBe(200);
    expect((await handler(send(B, inboundMessage))).status).toBe(200);
    expect(events).toMatchObject([{ account: A }, { account: B }]);
  });

  test('acts on a production event although a test event had its mo_uuid', async () => {
    const { handler, events } = receiver({ secrets });
    expect((await handler(send(A, inboundMessage, 'test'))).status).toBe(200);
    expect((await handler(send(A, inboundMessage, 'production'))).status).toBe(200);
    expect(events).toMatchObject([{ environment: 'test' }, { environment: 'production' }]);
  });

  test('responds with 401 to an account that signs for another one, and does not act', async () => {
    const { handler, events } = receiver({ secrets });
    const body = JSON.stringify({ ...inboundMessage, account_uuid: B }).replace(
      '{',
      `{"account_uuid":"${A}",`,
    );
    const response = await handler(signedBy(A, body));
    expect([response.status, await response.json()]).toEqual([401, { error: { code: 'account_mismatch' } }]);
    expect(events).toEqual([]);
  });

  test('handlers of single accounts can share a store if each says whose secret it has', async () => {
    const dedupe = createMemoryDedupeStore();
    const acted: unknown[] = [];
    const [forA, forB] = ACCOUNTS.map((secrets) =>
      createWebhookHandler({
        secrets,
        dedupe,
        now: SENT_AT,
        on: { inboundMessage: ({ payload }) => acted.push(payload.account_uuid) },
      }),
    );
    expect((await forA?.(send(A, inboundMessage)))?.status).toBe(200);
    expect((await forB?.(send(B, inboundMessage)))?.status).toBe(200);
    expect(acted).toEqual([A, B]);
  });
});
