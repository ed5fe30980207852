import { describe, expect, test, vi } from 'vitest';
import {
  type SecretHint,
  type SyncSecretsResolver,
  verify,
  verifySync,
  type WebhookRequest,
} from '../src/index.ts';
import { headersOf, signed } from './requests.ts';
import { deliveryReceipt, inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify(inboundMessage);
const OTHER = '0190f3c4-9999-7c8d-9e0f-1a2b3c4d5e6f';

/** A service with two tenants, each with a secret of its own. */
const tenants = new Map([
  [inboundMessage.account_uuid, SECRET],
  [OTHER, 'the other secret'],
]);
const secrets: SyncSecretsResolver = ({ account_uuid = '' }) => tenants.get(account_uuid);

/** The argument of a resolver for a request. */
async function hintFor(request: WebhookRequest): Promise<string | undefined> {
  const told: (string | undefined)[] = [];
  const remember = ({ account_uuid }: SecretHint) => {
    told.push(account_uuid);
    return SECRET;
  };
  await verifyBoth(request, { secrets: remember }).catch(() => undefined);
  expect(told[1]).toBe(told[0]);
  return told[0];
}

describe('a function as secrets', () => {
  test('finds the secret of the account that the body names (SIG-3)', async () => {
    expect((await verifyBoth(signed(BODY), { secrets })).kind).toBe('inbound-message');
    const theirs = JSON.stringify({ ...inboundMessage, account_uuid: OTHER });
    const headers = headersOf(theirs, { secret: 'the other secret' });
    expect((await verifyBoth({ body: theirs, headers }, { secrets })).payload).toMatchObject({
      account_uuid: OTHER,
    });
  });

  test('may return several secrets, for example while one is being changed', async () => {
    expect((await verifyBoth(signed(BODY), { secrets: () => ['new', SECRET] })).verified).toBe(true);
  });

  test('may be asynchronous in verify', async () => {
    const options = { secrets: async (hint: SecretHint) => secrets(hint), now: SENT_AT };
    expect((await verify(signed(BODY), options)).verified).toBe(true);
  });

  test('receives the headers unchanged', async () => {
    const request = signed(BODY);
    const asked = vi.fn<SyncSecretsResolver>(() => SECRET);
    verifySync(request, { secrets: asked, now: SENT_AT });
    expect(asked.mock.lastCall?.[0].headers).toBe(request.headers);
  });

  test('gets all of it in a copy, too', async () => {
    const request = signed(BODY);
    const asked = vi.fn<SyncSecretsResolver>((hint) => secrets({ ...hint }));
    await verifyBoth(request, { secrets: asked });
    expect(asked).toHaveBeenCalledWith({
      headers: request.headers,
      account_uuid: inboundMessage.account_uuid,
    });
  });

  test('is not called for requests with invalid headers', async () => {
    const asked = vi.fn<SyncSecretsResolver>(() => SECRET);
    await expect(verifyBoth({ body: BODY, headers: {} }, { secrets: asked })).rejects.toMatchObject({
      code: 'missing_signature',
    });
    expect(asked).not.toHaveBeenCalled();
  });

  test.each([
    ['secret_not_found', undefined],
    ['secret_not_found', null],
    ['secret_not_found', []],
    ['missing_secret', ''],
    ['missing_secret', [SECRET, '']],
    ['missing_secret', 7],
  ])('results in %s when it finds %o', async (code, found) => {
    const asked = () => verifyBoth(signed(BODY), { secrets: (() => found) as SyncSecretsResolver });
    expect((await failureOf(asked)).code).toBe(code);
  });

  test('passes its own error on unchanged, so that a database failure does not look like a forged request', async () => {
    const down = new Error('database is down');
    const fails = () => {
      throw down;
    };
    await expect(verifyBoth(signed(BODY), { secrets: fails })).rejects.toBe(down);
  });

  test('that is asynchronous is refused by verifySync, which cannot wait', async () => {
    const later = (() => Promise.resolve(SECRET)) as unknown as SyncSecretsResolver;
    const error = await failureOf(() => verifySync(signed(BODY), { secrets: later, now: SENT_AT }));
    expect(error).toMatchObject({
      code: 'invalid_options',
      message: expect.stringContaining('wait') as string,
    });
  });
});

describe('the account as a hint', () => {
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
  ])('is cut out of the body without parsing it: %s', async (_title, body, expected) => {
    expect(await hintFor(signed(body))).toBe(expected);
  });

  test('does not apply to secrets without an account', async () => {
    const body = BODY.replace('{', `{"account_uuid":"${OTHER}",`);
    expect((await verifyBoth(signed(body), { secrets: () => SECRET })).verified).toBe(true);
  });

  test('is searched for in linear time in any body', async () => {
    const body = `${'"account_uuid"'.repeat(50_000)}${' '.repeat(500_000)}${'"account_uuid":"\\'.repeat(50_000)}`;
    expect(await hintFor(signed(body))).toBe(undefined);
  });
});
