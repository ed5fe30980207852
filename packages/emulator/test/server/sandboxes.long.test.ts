import { messageRequest, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

interface Sandbox {
  readonly id: string;
  readonly account: { readonly apiKey: string };
}

test('a thousand sandboxes each get the calls with their own key', async () => {
  const { control, api } = await serve();
  const sandboxes: Sandbox[] = [];
  for (let seed = 0; seed < 1_000; seed++)
    sandboxes.push((await control<Sandbox>('POST /sandboxes', { seed })).body);
  for (const [index, { account }] of sandboxes.entries())
    await api('POST /message', messageRequest({ body: `for ${index}` }), account.apiKey);
  for (const index of [0, 1, 499, 998, 999]) {
    const { body } = await control<{ messages: { body: string }[] }>(
      `GET /sandboxes/${sandboxes[index]?.id}/messages`,
    );
    expect(body.messages.map((one) => one.body)).toEqual([`for ${index}`]);
  }
  const main = await control<{ messages: unknown[] }>('GET /messages');
  expect(main.body.messages).toEqual([]);
});
