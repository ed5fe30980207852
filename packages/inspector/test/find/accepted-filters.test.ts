import { serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import type { AccountsResponse } from '../../src/api/types.ts';
import { MESSAGE_OPERATORS, queryOf, REQUEST_OPERATORS, WEBHOOK_OPERATORS } from '../../src/find/filters.ts';

const LISTS = [
  ['/messages', MESSAGE_OPERATORS],
  ['/requests', REQUEST_OPERATORS],
  ['/webhooks', WEBHOOK_OPERATORS],
] as const;

const NOW = Date.parse('2026-01-02T12:00:00Z');

/** A UUID of no object, for operators whose example is a placeholder. */
const UUID = '00000000-0000-4000-8000-000000000000';

describe.each(LISTS)('the control API accepts in %s', (path, operators) => {
  /** Reads the list with a filter that the user typed. */
  async function read(name: string, typed: string) {
    const { control } = await serve({ accounts: [{ name: 'My account', senders: ['DEMO'] }] });
    const { body } = await control<AccountsResponse>('GET /accounts');
    const query = new URLSearchParams(queryOf({ [name]: typed }, body.accounts, NOW)).toString();
    return control<{ total: number }>(`GET ${path}?${query}&offset=0`);
  }

  test.each(operators.map(({ name, example }) => [name, example] as const))(
    'the operator %s with its example %s',
    async (name, example) => {
      const value = example === 'UUID' ? UUID : example.replaceAll('"', '');
      expect(await read(name, value)).toMatchObject({ status: 200, body: { total: 0 } });
    },
  );

  const chosen = operators.flatMap(({ name, values = [] }) => values.map((value) => [name, value] as const));
  test.runIf(chosen.length > 0)('every value that can be chosen', async () => {
    for (const [name, value] of chosen) expect((await read(name, value)).status).toBe(200);
  });
});

test.each([
  ['GET /messages?state=lost', /state/],
  ['GET /messages?after=yesterday&offset=0', /after/],
  ['GET /requests?status=teapot&offset=0', /status/],
  ['GET /webhooks?kind=carrier-pigeon', /kind/],
])('%s is refused, and the message names the operator', async (call, name) => {
  const { control } = await serve();
  const { status, body } = await control<{ error: { message: string; issues: { path: string }[] } }>(call);
  expect(status).toBe(400);
  expect(`${body.error.message} ${JSON.stringify(body.error.issues)}`).toMatch(name);
});
