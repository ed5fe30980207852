import {
  answering,
  later,
  MINUTE,
  type Served,
  START,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, readonly Row[]>>;

describe('a handset', () => {
  const pass = ({ control }: Served, by: string) => control('POST /clock/advance', { by });
  const reply = ({ control }: Served, message: string) =>
    control('POST /inbound', { from: '447700900001', to: 'DEMO', message });

  test('is listed with its latest text, including replies', async () => {
    const served = await serve();
    const handsets = async () => (await served.read<Body>('/handsets')).handsets;
    const number = '447700900001';
    await sendServed(served, { to: number, body: 'first' });
    const sent = { number, text: 'first', state: 'delivered', messages: 1, latestAt: START };
    expect(await handsets()).toMatchObject([sent]);
    await pass(served, '1m');
    await reply(served, 'YES');
    const replied = { number, text: 'YES', state: 'inbound', messages: 2, latestAt: later(MINUTE) };
    expect(await handsets()).toMatchObject([replied]);
    await pass(served, '1m');
    await sendServed(served, { to: '447700900002', body: 'other' });
    expect(await handsets()).toMatchObject([{ number: '447700900002', text: 'other' }, replied]);
  });

  test('is listed as the state has it after a restore and after a reset', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', body: 'kept' });
    const snapshot = await served.read('/snapshot');
    await sendServed(served, { to: '447700900002', body: 'lost' });
    expect(await served.read('/handsets')).toMatchObject({ total: 2 });
    await served.control('PUT /snapshot', snapshot);
    expect(await served.read('/handsets')).toMatchObject({ handsets: [{ text: 'kept' }], total: 1 });
    await served.control('POST /reset');
    expect(await served.read('/handsets')).toEqual({ handsets: [], total: 0 });
  });

  test('that got a scheduled message is listed by the time of sending, and before it by that of queueing', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', body: 'scheduled', send_at: later(10 * MINUTE) });
    await pass(served, '1m');
    await sendServed(served, { to: '447700900002', body: 'now' });
    const order = async () =>
      ((await served.read<Body>('/handsets')).handsets ?? []).map(({ number, latestAt }) => [
        number,
        latestAt,
      ]);
    const now = ['447700900002', later(MINUTE)];
    expect(await order()).toEqual([now, ['447700900001', START]]);
    await pass(served, '10m');
    expect(await order()).toEqual([['447700900001', later(10 * MINUTE)], now]);
  });

  test('has its conversation in the order of time, scheduled messages at the time when they are due', async () => {
    const served = await serve();
    const [to, from] = ['447700900001', '447700900001'];
    await sendServed(served, { to, body: 'later', send_at: later(10 * MINUTE) });
    await sendServed(served, { to, body: 'now' });
    await pass(served, '1m');
    await served.control('POST /inbound', { from, to: 'DEMO', message: 'YES' });
    const texts = async () => {
      const said: unknown[] = [];
      for (const offset of [0, 1, 2]) {
        const part = await served.read<Body>(`/handsets/${to}?offset=${offset}&limit=1`);
        expect(part).toMatchObject({ offset, total: 3 });
        said.push(...(part.lines ?? []).map(({ body, message }) => body ?? message));
      }
      return said;
    };
    expect(await texts()).toEqual(['now', 'YES', 'later']);
    await pass(served, '10m');
    await reply(served, 'late');
    expect(await served.read(`/handsets/+${to}?limit=2`)).toMatchObject({
      number: to,
      lines: [{ body: 'later' }, { message: 'late' }],
      offset: 2,
      total: 4,
    });
    const past = await served.read<Body>(`/handsets/${to}?offset=9`);
    expect(past).toMatchObject({ lines: [], offset: 4, total: 4 });
  });

  test('has the reply that it wrote, although the webhook was edited and sent again', async () => {
    const served = await serve();
    const mo = { mo_webhook_url: await answering(200) };
    await served.api(`PATCH /account/${served.accountUuid}`, { mo });
    await sendServed(served, { to: '447700900001', callback: await answering(200) });
    await reply(served, 'YES');
    await served.control('POST /settle');
    const { deliveries = [] } = await served.read<Body>('/webhooks?kind=inbound-message');
    const [{ id, payload } = {}] = deliveries;
    await served.control(`POST /webhooks/${String(id)}/resend`, {
      payload: { ...(payload as Row), message: 'EDITED' },
    });
    // A snapshot has no journal, so that only the webhooks still hold the reply.
    const { body } = await served.control('GET /snapshot');
    await served.control('PUT /snapshot', body);
    expect(await served.read('/handsets')).toMatchObject({
      handsets: [{ text: 'YES', messages: 2 }],
      total: 1,
    });
  });
});

test('GET /handsets finds the position of a number with a plus', async () => {
  const served = await serve();
  for (const to of ['447700900001', '447700900002', '447700900003']) await sendServed(served, { to });
  expect(await served.read('/handsets?locate=%2B447700900001')).toMatchObject({ position: 2 });
});

describe('GET /handsets', () => {
  test('lists the latest first among messages of one instant, too', async () => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002', '447700900003']) await sendServed(served, { to });
    expect(await served.read('/handsets')).toMatchObject({
      handsets: [{ number: '447700900003' }, { number: '447700900002' }, { number: '447700900001' }],
    });
  });
});

test.each(['+447700900001', '%2B447700900001', '%34%34%37700900001'])(
  'GET /handsets/%s finds the number, because a path may be escaped',
  async (number) => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    expect(await served.read(`/handsets/${number}`)).toMatchObject({ total: 1 });
  },
);
