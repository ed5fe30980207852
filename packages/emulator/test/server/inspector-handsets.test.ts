import { answering, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface HandsetList {
  readonly handsets: readonly { readonly number: string; readonly text: string; readonly messages: number }[];
  readonly total: number;
}

type Served = Awaited<ReturnType<typeof serve>>;

const NUMBERS = ['447700900001', '447700900002', '447700900003', '447700900004'];

/** Calls that change handsets, each in another way. */
const STEPS: readonly ((served: Served, callback: string) => Promise<unknown>)[] = [
  (served) => sendServed(served, { to: '447700900001', body: 'first' }),
  (served) => sendServed(served, { to: '+447700900002', body: 'second' }),
  (served, callback) => sendServed(served, { to: '447700900003', body: 'third', callback }),
  (served) => served.control('POST /clock/advance', { by: '1m' }),
  (served) => served.control('POST /inbound', { from: NUMBERS[0], to: 'DEMO', message: 'YES' }),
  (served) => sendServed(served, { to: '447700900004', body: 'later', send_at: '2026-03-01T10:00Z' }),
  (served) => sendServed(served, { to: '447700900002', body: 'much later', send_at: '2026-03-02T10:00Z' }),
  (served) => served.control('POST /clock/advance', { by: '2h' }),
  (served) => sendServed(served, { to: '447700900001', body: 'again' }),
  async (served) => {
    const { body } = await served.control<{ messages: { batchUuid: string }[] }>(
      'GET /messages?state=scheduled',
    );
    await served.control(`DELETE /batches/${body.messages[0]?.batchUuid}`);
  },
  (served) => served.control('POST /inbound', { from: '447700900009', to: 'DEMO', message: 'Who is this?' }),
];

/** Everything that the control API returns about handsets. */
async function readAll({ control }: Served) {
  const lists = ['', '?q=later', '?offset=1&limit=2', '?locate=447700900002&limit=1'];
  const paths = [
    ...lists.map((query) => `GET /handsets${query}`),
    ...NUMBERS.map((number) => `GET /handsets/${number}`),
  ];
  return Promise.all(paths.map(async (path) => [path, (await control(path)).body]));
}

describe('handsets', () => {
  test('that are read after each change are the same as those that are read once at the end', async () => {
    const callback = await answering(200);
    // Without a journal, nothing can be followed, so that each read starts from the state.
    const [followed, rebuilt] = [await serve(), await serve({ journalLimit: 0 })];
    // Webhooks keep the replies, also where the journal does not.
    for (const { control, accountUuid } of [followed, rebuilt])
      await control(`PATCH /accounts/${accountUuid}`, { mo: { mo_webhook_url: callback } });
    await readAll(followed);
    for (const step of STEPS) {
      for (const served of [followed, rebuilt]) {
        await step(served, callback);
        // The state does not have the order of a reply and a message of one instant.
        await served.control('POST /clock/advance', { by: '1s' });
      }
      expect(await readAll(followed)).toEqual(await readAll(rebuilt));
    }
    expect((await followed.control<HandsetList>('GET /handsets')).body).toMatchObject({ total: 5 });
  });

  test('are those of the state after a restore and after a reset', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', body: 'kept' });
    const snapshot = (await served.control('GET /snapshot')).body;
    await sendServed(served, { to: '447700900002', body: 'lost' });
    expect((await served.control('GET /handsets')).body).toMatchObject({ total: 2 });
    await served.control('PUT /snapshot', snapshot);
    expect((await served.control('GET /handsets')).body).toMatchObject({
      handsets: [{ text: 'kept' }],
      total: 1,
    });
    await served.control('POST /reset');
    expect((await served.control('GET /handsets')).body).toMatchObject({ handsets: [], total: 0 });
  });

  test('of a batch that is larger than the journal are listed', async () => {
    const served = await serve({ journalLimit: 20 });
    expect((await served.control('GET /handsets')).body).toMatchObject({ total: 0 });
    for (let index = 0; index < 30; index++)
      await sendServed(served, { to: String(447_700_900_100 + index) });
    const { body } = await served.control<HandsetList>('GET /handsets?limit=1');
    expect(body).toMatchObject({ handsets: [{ number: '447700900129' }], total: 30 });
  });

  test('at a mark stay the same while a scheduled message becomes due', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', send_at: '2026-03-01T10:00Z' });
    await sendServed(served, { to: '447700900002' });
    const { mark } = (await served.control<{ mark: string }>('GET /mark')).body;
    const numbers = async () =>
      (await served.control<HandsetList>(`GET /handsets?until=${mark}`)).body.handsets.map(
        ({ number }) => number,
      );
    expect(await numbers()).toEqual(['447700900002', '447700900001']);
    await served.control('POST /clock/advance', { by: '2h' });
    expect(await numbers()).toEqual(['447700900002', '447700900001']);
  });

  test('contain each message once when messages are queued while the index is built', async () => {
    const served = await serve({ organization: { creditSystem: false } });
    for (let index = 0; index < 4; index++) {
      const destinations = Array.from({ length: 10_000 }, (_, at) =>
        String(447_800_000_000 + 10_000 * index + at),
      );
      await served.api('POST /batch', { from: 'DEMO', message: 'To all', destinations });
    }
    const read = served.control<HandsetList>('GET /handsets?limit=1');
    for (let index = 0; index < 20; index++) await sendServed(served, { to: NUMBERS[0] as string });
    await read;
    expect((await served.control<HandsetList>('GET /handsets?limit=1')).body).toMatchObject({
      handsets: [{ number: NUMBERS[0], messages: 20 }],
      total: 40_001,
    });
  });

  test('are read correctly by many readers at a time while messages are sent', async () => {
    const served = await serve();
    const reads = Array.from({ length: 20 }, async (_, index) => {
      await sendServed(served, { to: NUMBERS[index % NUMBERS.length] as string });
      return (await served.control<HandsetList>('GET /handsets')).body;
    });
    for (const { handsets, total } of await Promise.all(reads)) expect(handsets).toHaveLength(total);
    const { handsets } = (await served.control<HandsetList>('GET /handsets')).body;
    expect(handsets.map(({ messages }) => messages)).toEqual([5, 5, 5, 5]);
  });
});
