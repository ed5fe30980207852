import { CONTROL_ENDPOINTS as ENDPOINTS } from '@messaging-service/server/host';
import { serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';

interface Refusal {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
  };
}

const UNKNOWN = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

/** Each operation, with the path of an unknown object. */
const operations = ENDPOINTS.map((row) => ({ ...row, path: row.path.replace('{id}', UNKNOWN) }));
type Operation = (typeof operations)[number];

const withBody = operations.filter(({ body }) => body !== null);
const withParameter = (parameter: string) =>
  operations.filter(({ query }) => parameter in (query as z.ZodMiniObject).def.shape);

/** Streams and the document do not read a query. */
const WITHOUT_QUERY = new Set(['streamEvents', 'getDocument']);

/** The responses to one wrong call of each operation, by operation; the state must not have changed. */
async function responses(all: readonly Operation[], query: string, body?: string) {
  const { control, read } = await serve();
  const before = await read('/snapshot');
  const results: Record<string, string> = {};
  for (const { name, method, path } of all) {
    const { status, body: refusal } = await control<Partial<Refusal>>(`${method} ${path}${query}`, body);
    const { code, message, issues = [] } = refusal.error ?? {};
    const listed = issues.map((issue) => `${issue.path} ${issue.message}`);
    results[name] = [status, code, ...(listed.length > 0 ? listed : [message])].join('|');
  }
  expect(await read('/snapshot')).toEqual(before);
  return results;
}

/** Those responses that do not contain a text, so that a failure shows all of them. */
const without = (text: string, results: Readonly<Record<string, string>>) =>
  Object.entries(results).filter(([, result]) => !result.includes(text));

describe('every operation of the control API, without an effect,', () => {
  test('refuses a parameter that it does not have, and names it (API-6)', async () => {
    const strict = operations.filter(({ name }) => !WITHOUT_QUERY.has(name));
    const results = await responses(strict, '?colour=red');
    expect(without('400|invalid_request|', results)).toEqual([]);
    expect(without('colour is not a known field', results)).toEqual([]);
  });

  test('refuses a member that it does not have, and names it (API-6)', async () => {
    const strict = withBody.filter(({ name }) => name !== 'restoreSnapshot');
    expect(without('colour is not a known field', await responses(strict, '', '{"colour":1}'))).toEqual([]);
  });

  test.each(['[]', '[{}]', '"text"'])('refuses the body %s (API-1)', async (body) => {
    const results = await responses(withBody, '', body);
    expect(without('400|invalid_request| must be an object', results)).toEqual([]);
  });

  test.each(['{', '{"by":', 'by=1m', "{'by':1}", '{}{}'])(
    'refuses %s, which is not JSON (API-1)',
    async (body) => {
      expect(without('400|invalid_json|', await responses(withBody, '', body))).toEqual([]);
    },
  );

  test('refuses a method that its path does not have, and names those that it has (ERR-2)', async () => {
    const { control } = await serve();
    for (const [path, rows] of Map.groupBy(operations, (row) => row.path)) {
      const { status, body } = await control<Refusal>(`OPTIONS ${path}`);
      expect([path, status, body.error.code]).toEqual([path, 405, 'method_not_allowed']);
      for (const { method } of rows) expect(body.error.message).toContain(method);
    }
  });

  test('refuses a path that it does not have (ERR-2)', async () => {
    const { control } = await serve();
    expect(await control('GET /nowhere')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    });
  });

  test('with a control token, refuses a wrong one before it reads anything else (EMU-22)', async () => {
    const { server } = await serve({}, { controlToken: 'token-for-tests' });
    // Load balancers ask for the health without a token.
    for (const { name, method, path } of operations.filter(
      ({ name: operation }) => operation !== 'getHealth',
    )) {
      const response = await fetch(`${server.url}/_emulator${path}?colour=red`, {
        method,
        headers: { authorization: 'Bearer another-token' },
      });
      expect([name, response.status, await response.json()]).toEqual([
        name,
        401,
        { error: { code: 'invalid_key', message: expect.any(String) as string } },
      ]);
    }
  });
});

describe('every list of the control API', () => {
  test.each(['0', '-1', '1.5', 'ten', '', '%20', '1e3'])('refuses limit=%s (EMU-13)', async (limit) => {
    const results = await responses(withParameter('limit'), `?limit=${limit}`);
    expect(without('400|invalid_request|limit must be a whole number from 1', results)).toEqual([]);
  });

  test.each(['-1', '1.5', 'ten', '', '1234567890'])('refuses offset=%s (EMU-13)', async (offset) => {
    const results = await responses(withParameter('offset'), `?offset=${offset}`);
    expect(without('400|invalid_request|offset must be a whole number from 0', results)).toEqual([]);
  });

  test('refuses a parameter that is given twice (API-6)', async () => {
    const results = await responses(withParameter('limit'), '?limit=1&limit=2');
    expect(without('400|invalid_request|', results)).toEqual([]);
  });
});

/** The object that each operation needs, and a body with which it would be accepted. */
const NEEDED: Readonly<Record<string, readonly [what: string, body?: object]>> = {
  registerSender: ['account', { sender: 'SHOP' }],
  createNotification: [
    'account',
    { url: 'https://shop.test/', threshold_type: 'paid_fixed_number', threshold_value: 1 },
  ],
  editAccount: ['account', {}],
  topUpAccount: ['account', { topup: 1 }],
  getLedger: ['account'],
  listLocks: ['account'],
  createAccount: ['organization', { name: 'Branch' }],
  deliverMessage: ['message'],
  failMessage: ['message'],
  getMessage: ['message'],
  why: ['object'],
  getTimeline: ['message'],
  getBatch: ['batch'],
  cancelBatch: ['batch'],
  getWebhook: ['webhook delivery'],
  resendWebhook: ['webhook delivery'],
  verifyWebhook: ['webhook delivery', { secret: 'secret' }],
  getRequest: ['request'],
  getRequestCode: ['request'],
  replayRequest: ['request'],
  undoMove: ['move'],
  leaveAsFollower: ['follower'],
  followClock: ['follower'],
  reportInstantReached: ['follower', { tick: 1 }],
  getSandbox: ['sandbox'],
  deleteSandbox: ['sandbox'],
  removeFault: ['fault'],
};

/** A number without messages has an empty conversation. */
const WITHOUT_OBJECT = new Set(['getConversation']);

describe('an operation on one object', () => {
  const onOne = operations.filter(({ id, name }) => id !== undefined && !WITHOUT_OBJECT.has(name));

  test.each(onOne)('$name returns 404 for an unknown one (ERR-2)', async ({ name, method, path }) => {
    const { control } = await serve();
    const [what, body] = NEEDED[name] ?? [];
    const query = name === 'getRequestCode' ? '?baseUrl=http://127.0.0.1' : '';
    const { status, body: refusal } = await control<Refusal>(`${method} ${path}${query}`, body);
    expect(status).toBe(404);
    expect(refusal.error.code).toMatch(/^(account_)?not_found$/);
    expect(refusal.error.message).toMatch(new RegExp(`^There is no ${what} ${UNKNOWN}\\b`));
  });
});

test.each([
  [{ to: 'DEMO', message: 'YES' }, 'from is required'],
  [{ from: true, to: 'DEMO', message: 'YES' }, 'from must be a mobile number'],
  [{ from: 447_700_900_001.5, to: 'DEMO', message: 'YES' }, 'from must be a mobile number'],
  [{ from: '07700', to: 'DEMO', message: 'YES' }, 'from must be a mobile number'],
  [{ from: '447700900001', message: 'YES' }, 'to is required'],
  [{ from: '447700900001', to: 'DEMO' }, 'message is required'],
])('POST /inbound refuses %o, because %s (INB-2)', async (body, reason) => {
  const { control } = await serve();
  const { status, body: refusal } = await control<Refusal>('POST /inbound', body);
  const [issue] = refusal.error.issues ?? [];
  expect(status).toBe(400);
  expect(`${issue?.path} ${issue?.message}`).toContain(reason);
});
