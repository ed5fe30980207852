import { serve } from '@messaging-service/test-support';
import { filterTerm, searchTerm } from '@messaging-service/text';
import { describe, expect, test } from 'vitest';
import * as operators from '../../src/find/operators.ts';

const LISTS = [
  ['/messages', operators.MESSAGE_OPERATORS],
  ['/requests', operators.REQUEST_OPERATORS],
  ['/webhooks', operators.WEBHOOK_OPERATORS],
  ['/handsets', operators.PHONE_OPERATORS],
  ['/accounts/{account}/ledger', operators.ENTRY_OPERATORS],
] as const;

/** A UUID of no object, for operators whose example is a placeholder. */
const UUID = '00000000-0000-4000-8000-000000000000';

describe.each(LISTS)('the control API accepts in %s', (path, list) => {
  async function read(q: string) {
    const { control, accountUuid } = await serve({ accounts: [{ name: 'My account', senders: ['DEMO'] }] });
    const query = `q=${encodeURIComponent(q)}&offset=0`;
    return control<{ error?: unknown }>(`GET ${path.replace('{account}', accountUuid)}?${query}`);
  }

  test('every operator with its example and with its values', async () => {
    const terms = list.flatMap(({ name, example, values = [] }) => [
      `${name}:${example === 'UUID' ? UUID : example}`,
      ...(typeof values === 'string' ? [] : values).map((value) =>
        filterTerm(name, typeof value === 'string' ? value : value[0]),
      ),
    ]);
    for (const term of terms) {
      const { status, body } = await read(term);
      expect([term, status, body.error]).toEqual([term, 200, undefined]);
    }
  });

  test('no other operator', async () => {
    const { body } = await read('nothing:x');
    const message = (body.error as { issues: [{ message: string }] }).issues[0].message;
    const [, names = ''] = /The filters are ([^.]*)\./.exec(message) ?? [];
    // A state is also called a status.
    const known = names.split(', ').filter((name) => path !== '/messages' || name !== 'status');
    expect(known.toSorted()).toEqual(list.map(({ name }) => name).toSorted());
  });
});

test.each(['plain', 'two words', 'state:failed', '-minus', 'a "quote" \\', '07700', 'Škoda'])(
  'the text %j is found as it is written',
  async (body) => {
    const { control, api } = await serve();
    const from = { type: 'custom', value: 'DEMO' };
    await api('POST /message', { messages: [{ to: '447700900001', from, body }] });
    const found = await control<{ messages: unknown[] }>(
      `GET /messages?q=${encodeURIComponent(searchTerm(body))}`,
    );
    expect(found.body.messages).toHaveLength(1);
  },
);
