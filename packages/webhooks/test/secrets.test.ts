import { throwing } from '@messaging-service/test-support';
import {
  createMemoryDedupeStore,
  createWebhookHandler,
  type SecretHint,
  type SyncSecretsResolver,
  type VerifySyncOptions,
  verify,
  verifySync,
  type WebhookActions,
} from '@messaging-service/webhooks';
import { describe, expect, test, vi } from 'vitest';
import { receiver } from './receiver.ts';
import { signed, signedRequest } from './requests.ts';
import { creditNotification, deliveryReceipt, inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify(inboundMessage);
const [A, B] = ['0190f3c4-aaaa-7c8d-9e0f-1a2b3c4d5e6f', '0190f3c4-bbbb-7c8d-9e0f-1a2b3c4d5e6f'];
const SECRET_OF: ReadonlyMap<string, string> = new Map([
  [A, 'the secret of A'],
  [B, 'the secret of B'],
]);
const ACCOUNTS = [...SECRET_OF].map(([account, secrets]) => ({ account, secrets }));
const lookUp: SyncSecretsResolver = ({ account_uuid = '' }) => SECRET_OF.get(account_uuid);

/** Every way to tie secrets to accounts. */
const BINDINGS: Readonly<Record<string, VerifySyncOptions['secrets']>> = {
  'a list of accounts': ACCOUNTS,
  'a function that returns all accounts': () => ACCOUNTS,
  'a function that looks up the account that the request names': lookUp,
  'a function that looks it up and returns it': ({ account_uuid: account = A }) => {
    const secrets = SECRET_OF.get(account);
    return secrets === undefined ? undefined : { account, secrets };
  },
};

/** A payload signed by an account, which it may or may not name. */
function signedBy(account: string, payload: unknown) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return signed(body, { secret: SECRET_OF.get(account) });
}

/** The code of the error of a verification that must fail. */
const codeOf = async (request: ReturnType<typeof signed>, secrets: VerifySyncOptions['secrets']) =>
  (await failureOf(() => verifyBoth(request, { secrets }))).code;

describe.each(Object.entries(BINDINGS))('secrets of several accounts, given as %s', (_title, secrets) => {
  test.each([inboundMessage, creditNotification, deliveryReceipt])(
    'the event reports the account that signed it',
    async (payload) => {
      for (const account of [A, B]) {
        const event = await verifyBoth(signedBy(account, { ...payload, account_uuid: account }), { secrets });
        expect(event).toMatchObject({ verified: true, account });
      }
    },
  );

  test.each([inboundMessage, creditNotification, deliveryReceipt, { event: 'of tomorrow' }])(
    'a payload that names another account than the one that signed it is refused',
    async (payload) => {
      const code = await codeOf(signedBy(A, { ...payload, account_uuid: B }), secrets);
      expect(['account_mismatch', 'signature_mismatch']).toContain(code);
    },
  );

  test.each([
    ['by naming both', `{"account_uuid":"${A}",`],
    ['by naming it behind an escape', `{"x":"","account_\\u0075uid":"${B}","account_uuid":"${A}",`],
  ])('an account cannot sign for another one %s', async (_way, start) => {
    const { account_uuid: _named, ...rest } = inboundMessage;
    const body = start + JSON.stringify({ ...rest, account_uuid: B }).slice(1);
    expect(await codeOf(signedBy(A, body), secrets)).toBe('account_mismatch');
  });

  test('an account that is not text is another account', async () => {
    const code = await codeOf(signedBy(A, { event: 'of tomorrow', account_uuid: null }), secrets);
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
    expect(await codeOf(signedBy(A, deliveryReceipt), lookUp)).toBe('secret_not_found');
  });
});

test('accounts that share a secret are distinguished by the payload', async () => {
  const secrets = [A, B].map((account) => ({ account, secrets: ['one that is not used', 'shared'] }));
  const body = JSON.stringify({ ...inboundMessage, account_uuid: B });
  expect((await verifyBoth(signed(body, { secret: 'shared' }), { secrets })).account).toBe(B);
});

test('upper and lower case of a UUID are the same account (API-14)', async () => {
  const secrets = { account: B.toUpperCase(), secrets: 'the secret of B' };
  const request = signedBy(B, { ...inboundMessage, account_uuid: B });
  expect((await verifyBoth(request, { secrets })).account).toBe(B.toUpperCase());
});

test('secrets that belong to no account in particular report no account, whatever the payload names', async () => {
  const naming = (account: string) => BODY.replace('{', `{"account_uuid":"${account}",`);
  for (const secrets of [SECRET, ['x', SECRET], () => SECRET, () => ['new', SECRET]])
    for (const body of [BODY, naming(B)])
      expect((await verifyBoth(signed(body), { secrets })).account).toBe(undefined);
});

test.each([
  ['secret_not_found', undefined],
  ['secret_not_found', null],
  ['secret_not_found', []],
  ['missing_secret', ''],
  ['missing_secret', [SECRET, '']],
  ['missing_secret', 7],
  ['missing_secret', { account: '', secrets: SECRET }],
  ['missing_secret', { secrets: SECRET }],
  ['missing_secret', [{ account: A, secrets: [] }]],
  ['missing_secret', [ACCOUNTS[0], null]],
])('a function results in %s when it finds %o', async (code, found) => {
  expect(await codeOf(signed(BODY), (() => found) as SyncSecretsResolver)).toBe(code);
});

test.each([
  ['Buffer', Buffer.from(SECRET)],
  ['Promise', Promise.resolve(SECRET)],
  ['Set', new Set([SECRET])],
  ['Uint8Array', [SECRET, new TextEncoder().encode(SECRET)]],
])('a secret that is an instance of %s is named, and not its absence', async (name, secrets) => {
  await expect(verifyBoth(signed(BODY), { secrets: secrets as never })).rejects.toThrow(
    `missing_secret: The secret is an instance of ${name}, and must be text`,
  );
});

describe('a function as secrets', () => {
  test('may be asynchronous in verify, and is refused by verifySync, which cannot wait', async () => {
    const secrets = async () => SECRET;
    expect((await verify(signed(BODY), { secrets, now: SENT_AT })).verified).toBe(true);
    const sync = { secrets: secrets as unknown as SyncSecretsResolver, now: SENT_AT };
    expect(await failureOf(() => verifySync(signed(BODY), sync))).toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining('wait') as string,
    });
  });

  test('gets the headers unchanged and the account, also in a copy', async () => {
    const request = signed(BODY);
    const hints: SecretHint[] = [];
    const secrets = (hint: SecretHint) => {
      hints.push({ ...hint });
      return SECRET;
    };
    await verifyBoth(request, { secrets });
    const hint = { headers: request.headers, account_uuid: inboundMessage.account_uuid };
    expect(hints).toEqual([hint, hint]);
    expect(hints[0]?.headers).toBe(request.headers);
  });

  test('is not called for requests with invalid headers', async () => {
    const secrets = vi.fn<SyncSecretsResolver>(() => SECRET);
    await expect(verifyBoth({ body: BODY, headers: {} }, { secrets })).rejects.toThrow('missing_signature');
    expect(secrets).not.toHaveBeenCalled();
  });

  test('passes its own error on unchanged, so that a database failure does not look like a forged request', async () => {
    const down = new Error('database is down');
    await expect(verifyBoth(signed(BODY), { secrets: throwing(down) })).rejects.toBe(down);
  });
});

test.each([
  ['pretty-printed', JSON.stringify(inboundMessage, null, 4), inboundMessage.account_uuid],
  ['spaces around the colon', '{"account_uuid" \t:\r\n "x"}', 'x'],
  ['in a member', '{"a":{"account_uuid":"x"}}', 'x'],
  ['an empty text', '{"account_uuid":""}', ''],
  ['a receipt, which names none', JSON.stringify(deliveryReceipt), undefined],
  ['only inside a text', String.raw`{"message":"\"account_uuid\":\"x\""}`, undefined],
  ['not a text', '{"account_uuid":5}', undefined],
  ['null', '{"account_uuid":null,"x":"y"}', undefined],
  ['written with an escape', String.raw`{"account_uuid":"\u0078"}`, undefined],
  ['before something else', '{"account_uuid" x: "y"}', undefined],
  ['no JSON at all', '"account_uuid":"x', undefined],
])('the account is found in the body without parsing it: %s', async (_title, body, expected) => {
  const found: (string | undefined)[] = [];
  const secrets = ({ account_uuid }: SecretHint) => {
    found.push(account_uuid);
    return SECRET;
  };
  await verifyBoth(signed(body), { secrets }).catch(() => undefined);
  expect(found).toEqual([expected, expected]);
});

describe('a handler for several accounts', () => {
  const send = (account: string, payload: object, environment?: string) =>
    signedRequest({ ...payload, account_uuid: account }, { secret: SECRET_OF.get(account), environment });

  test('acts on an event of one account, or in production, although another one had its mo_uuid before', async () => {
    const { handler, events } = receiver({ secrets: lookUp });
    for (const request of [send(A, inboundMessage, 'test'), send(A, inboundMessage), send(B, inboundMessage)])
      expect((await handler(request)).status).toBe(200);
    expect((await handler(send(B, inboundMessage))).status).toBe(200);
    expect(events).toMatchObject([
      { account: A, environment: 'test' },
      { account: A, environment: 'production' },
      { account: B },
    ]);
  });

  test('responds with 401 to an account that signs for another one, and does not act', async () => {
    const { handler, events } = receiver({ secrets: lookUp });
    const body = JSON.stringify({ ...inboundMessage, account_uuid: B });
    const response = await handler(signedBy(A, body.replace('{', `{"account_uuid":"${A}",`)));
    expect([response.status, await response.json()]).toEqual([401, { error: { code: 'account_mismatch' } }]);
    expect(events).toEqual([]);
  });

  test('can share a store with another one if each says whose secret it has', async () => {
    const dedupe = createMemoryDedupeStore();
    const acted: unknown[] = [];
    for (const secrets of ACCOUNTS) {
      const on: WebhookActions = { inboundMessage: ({ payload }) => acted.push(payload.account_uuid) };
      const handler = createWebhookHandler({ secrets, dedupe, now: SENT_AT, on });
      expect((await handler(send(secrets.account, inboundMessage))).status).toBe(200);
    }
    expect(acted).toEqual([A, B]);
  });
});
