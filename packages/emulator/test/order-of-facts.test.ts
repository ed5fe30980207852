import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, later, MINUTE, START, sendServed, serve } from '@messaging-service/test-support';
import { beforeEach, describe, expect, test, vi } from 'vitest';

const NUMBER = '447700900001';

/** How far the clock of the machine is set back between two events. */
const SET_BACK = [1_000, 30_000, 60 * MINUTE, 24 * 60 * MINUTE];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(START) });
});

function setBack(byMs: number): void {
  vi.setSystemTime(Date.now() - byMs);
}

async function send(emulator: Emulator, text: string, sendAt?: number) {
  const content = { to: NUMBER, body: text };
  return api.sendOne(emulator, sendAt === undefined ? content : { ...content, send_at: later(sendAt) });
}

describe.each(SET_BACK)('after the clock of the machine was set back by %i ms', (byMs) => {
  test('a wait returns the message that was queued last (EMU-9)', async () => {
    const emulator = createEmulator({ clock: 'system' });
    await send(emulator, 'Code 111111');
    setBack(byMs);
    await send(emulator, 'Code 222222');
    for (const options of [{}, { to: NUMBER }, { code: true }])
      expect(await emulator.waitForMessage(options)).toMatchObject({ body: 'Code 222222' });
  });

  test('a wait after a message returns those that became due after it (EMU-9)', async () => {
    const emulator = createEmulator({ clock: 'system' });
    await send(emulator, 'first');
    const [first] = emulator.messages();
    setBack(byMs);
    await send(emulator, 'second');
    const after = first?.messageUuid ?? '';
    expect(await emulator.waitForMessage({ after, timeout: 0 })).toMatchObject({ body: 'second' });
    const [, second] = emulator.messages();
    const none = emulator.waitForMessage({ after: second?.messageUuid ?? '', timeout: 0 });
    await expect(none).rejects.toThrow('No message');
  });

  test('a mark excludes the scheduled messages that were sent before it (EMU-16)', async () => {
    const emulator = createEmulator({ clock: 'system' });
    await send(emulator, 'scheduled', 10 * MINUTE);
    vi.setSystemTime(later(10 * MINUTE));
    await send(emulator, 'first');
    setBack(byMs);
    const since = emulator.mark();
    expect(emulator.messages({ since })).toEqual([]);
    await send(emulator, 'second');
    expect(emulator.messages({ since })).toMatchObject([{ body: 'second' }]);
    expect(await emulator.waitForMessage({ since, timeout: 0 })).toMatchObject({ body: 'second' });
  });

  test('a mark includes the scheduled messages that are sent after it (EMU-16)', async () => {
    const emulator = createEmulator({ clock: 'system' });
    await send(emulator, 'scheduled', 10 * MINUTE);
    const since = emulator.mark();
    setBack(byMs);
    vi.setSystemTime(later(10 * MINUTE));
    await send(emulator, 'second');
    expect(emulator.messages({ since })).toMatchObject([{ body: 'scheduled' }, { body: 'second' }]);
  });

  test('a conversation has the order in which its lines were queued, became due and were received (EMU-12)', async () => {
    const served = await serve({ now: START, clock: 'system' });
    const say = (body: string) => sendServed(served, { to: NUMBER, body });
    const reply = (message: string) => served.control('POST /inbound', { from: NUMBER, to: 'DEMO', message });
    await sendServed(served, { to: NUMBER, body: 'later', send_at: later(60 * 60 * MINUTE) });
    await sendServed(served, { to: NUMBER, body: 'scheduled', send_at: later(10 * MINUTE) });
    await say('one');
    vi.setSystemTime(later(10 * MINUTE));
    await reply('two');
    setBack(byMs);
    await say('three');
    setBack(byMs);
    await reply('four');
    const { lines } = await served.read<{ lines: { body?: string; message?: string }[] }>(
      `/handsets/${NUMBER}`,
    );
    expect(lines.map(({ body, message }) => body ?? message)).toEqual([
      'one',
      'scheduled',
      'two',
      'three',
      'four',
      'later',
    ]);
  });

  test('the handset with the latest activity is first (EMU-12)', async () => {
    const served = await serve({ now: START, clock: 'system' });
    await sendServed(served, { to: '447700900001' });
    setBack(byMs);
    await sendServed(served, { to: '447700900002' });
    setBack(byMs);
    await served.control('POST /inbound', { from: '447700900003', to: 'DEMO', message: 'Hello' });
    const { handsets } = await served.read<{ handsets: { number: string }[] }>('/handsets');
    expect(handsets.map(({ number }) => number)).toEqual(['447700900003', '447700900002', '447700900001']);
  });

  test('webhooks are in the order of their attempts (EMU-13)', async () => {
    const fetch = () => Promise.resolve(new Response(null, { status: 200 }));
    const served = await serve({ now: START, clock: 'system', webhooks: { fetch } });
    const texts = ['one', 'two', 'three'];
    for (const body of texts) {
      await sendServed(served, { to: NUMBER, body, callback: 'https://receiver.example/' });
      await served.control('POST /settle');
      setBack(byMs);
    }
    const { deliveries } = await served.read<{ deliveries: { text: string }[] }>(
      '/webhooks?order=attempted&offset=0',
    );
    expect(deliveries.map(({ text }) => text)).toEqual(texts);
  });

  test('no step of a message comes before its cause (EMU-13)', async () => {
    const fetch = () => Promise.resolve(new Response(null, { status: 200 }));
    const served = await serve({ now: START, clock: 'system', webhooks: { fetch } });
    await sendServed(served, { to: '447700900700', callback: 'https://receiver.example/' });
    const [message] = served.emulator.messages();
    setBack(byMs);
    await served.control(`POST /messages/${message?.messageUuid}/deliver`, {});
    await served.control('POST /settle');
    setBack(byMs);
    await served.control('POST /inbound', { from: '447700900700', message: 'Yes' });
    const { steps } = await served.read<{ steps: { kind: string }[] }>(
      `/messages/${message?.messageUuid}/timeline`,
    );
    const kinds = steps.map(({ kind }) => kind).filter((kind) => !kind.startsWith('credits'));
    expect(kinds.filter((kind) => kind !== 'reply')).toEqual([
      'requested',
      'queued',
      'sent',
      'delivered',
      'webhook',
    ]);
    expect(kinds.indexOf('reply')).toBeGreaterThan(kinds.indexOf('sent'));
  });

  test('a restored snapshot has the same order (EMU-7)', async () => {
    const emulator = createEmulator({ clock: 'system' });
    await send(emulator, 'scheduled', 10 * MINUTE);
    vi.setSystemTime(later(10 * MINUTE));
    await send(emulator, 'first');
    setBack(byMs);
    await send(emulator, 'second');
    const since = emulator.mark();
    emulator.restore(emulator.snapshot());
    expect(await emulator.waitForMessage()).toMatchObject({ body: 'second' });
    expect(emulator.messages({ since })).toEqual([]);
  });
});
