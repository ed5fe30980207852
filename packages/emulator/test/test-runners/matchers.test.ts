import { createEmulator, type Emulator } from '@messaging-service/emulator';
import {
  type DeliveredWebhook,
  type ExpectedMessage,
  matchers,
  type Verdict,
} from '@messaging-service/emulator/matchers';
import { api, createFetchReceiver } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const CALLBACK = 'https://shop.test/receipts';

/** An emulator with a message in each state, and with a webhook that arrived and one that did not. */
async function busyEmulator(): Promise<Emulator> {
  const { fetch } = createFetchReceiver(({ url }) => (url === CALLBACK ? 200 : 503));
  const emulator = createEmulator({ now: '2026-03-01T09:00:00Z', webhooks: { fetch } });
  await api.sendOne(emulator, { to: '447700900001', body: 'Your code is 482913', callback: CALLBACK });
  await api.sendOne(emulator, { to: '447700900700', body: 'Waiting' });
  await api.sendOne(emulator, { to: '447700900822', body: 'Lost', callback: `${CALLBACK}/broken` });
  await api.sendOne(emulator, { to: '447700900002', body: 'Later', send_at: '2026-03-02T09:00Z' });
  await emulator.settle();
  return emulator;
}

const MESSAGES = `It has:
  delivered: DEMO → 447700900001 "Your code is 482913"
  sent: DEMO → 447700900700 "Waiting"
  failed: DEMO → 447700900822 "Lost"
  scheduled: DEMO → 447700900002 "Later"`;

const WEBHOOKS = `It has:
  succeeded: delivery-receipt to ${CALLBACK}, last result: 200
  pending: delivery-receipt to ${CALLBACK}/broken, last result: 503`;

const judge = (verdict: Verdict | Promise<Verdict>) => verdict as Verdict;

describe('toHaveSentMessage (EMU-19)', () => {
  test.each<ExpectedMessage>([
    {},
    { to: '447700900001' },
    { to: '+447700900001' },
    { from: 'DEMO' },
    { body: 'Waiting' },
    { body: /code is \d{6}$/ },
    { channel: 'sms' },
    { state: 'failed' },
    { to: '447700900822', from: 'DEMO', body: /^lost$/i, channel: 'sms', state: 'failed' },
  ])('accepts %o; if it must not be there, the message says so', async (expected) => {
    const { pass, message } = judge(matchers.toHaveSentMessage(await busyEmulator(), expected));
    expect(pass).toBe(true);
    expect(message()).toMatch(/^Expected the emulator not to have a sent message \{.*\}\.\nIt has:\n/);
  });

  test.each<[ExpectedMessage, string]>([
    [{ to: '447700900009' }, '{"to":"447700900009"}'],
    [{ from: 'SHOP' }, '{"from":"SHOP"}'],
    // A text is the whole text, a pattern is a part of it.
    [{ body: 'Your code' }, '{"body":"Your code"}'],
    [{ body: /^code/ }, '{"body":"/^code/"}'],
    [{ channel: 'rcs' }, '{"channel":"rcs"}'],
    [{ state: 'scheduled' }, '{"state":"scheduled"}'],
    // It is scheduled, so it is not sent.
    [{ body: 'Later' }, '{"body":"Later"}'],
    // Two messages have one of these each.
    [{ to: '447700900001', body: 'Waiting' }, '{"to":"447700900001","body":"Waiting"}'],
  ])('refuses %o, with all messages', async (expected, shown) => {
    const { pass, message } = judge(matchers.toHaveSentMessage(await busyEmulator(), expected));
    expect(pass).toBe(false);
    expect(message()).toBe(`Expected the emulator to have a sent message ${shown}.\n${MESSAGES}`);
  });

  test.each([/\d{6}/g, /\d{6}/y])('finds the pattern %s each time, wherever it is', async (body) => {
    const emulator = await busyEmulator();
    const found = [1, 2, 3].map(() => judge(matchers.toHaveSentMessage(emulator, { body })).pass);
    // A sticky pattern matches at the beginning only.
    expect(found).toEqual(body.sticky ? [false, false, false] : [true, true, true]);
  });

  test('cuts long texts in the list', async () => {
    const emulator = createEmulator();
    await api.sendOne(emulator, { to: '447700900700', body: 'x'.repeat(101) });
    const { message } = judge(matchers.toHaveSentMessage(emulator, { body: 'x' }));
    expect(message()).toContain(`\n  sent: DEMO → 447700900700 "${'x'.repeat(100)}…"`);
  });
});

test('toHaveScheduledMessage accepts only messages that wait for their time (EMU-19)', async () => {
  const emulator = await busyEmulator();
  expect(judge(matchers.toHaveScheduledMessage(emulator, { to: '447700900002' })).pass).toBe(true);
  const { pass, message } = judge(matchers.toHaveScheduledMessage(emulator, { body: 'Waiting' }));
  expect(pass).toBe(false);
  expect(message()).toBe(
    `Expected the emulator to have a scheduled message {"body":"Waiting"}.\n${MESSAGES}`,
  );
  await emulator.clock.advance('1d');
  expect(judge(matchers.toHaveScheduledMessage(emulator)).pass).toBe(false);
  expect(judge(matchers.toHaveSentMessage(emulator, { body: 'Later' })).pass).toBe(true);
});

describe('toHaveDeliveredWebhook (EMU-19)', () => {
  test('says of a webhook that nothing was sent yet', async () => {
    const emulator = createEmulator({
      now: '2026-03-01T09:00:00Z',
      webhooks: { fetch: () => new Promise(() => {}) },
    });
    await api.sendOne(emulator, { callback: CALLBACK });
    const { message } = judge(matchers.toHaveDeliveredWebhook(emulator));
    expect(message()).toContain(`pending: delivery-receipt to ${CALLBACK}, no attempt yet`);
  });

  test.each<DeliveredWebhook>([
    {},
    { kind: 'delivery-receipt' },
    { url: CALLBACK },
    { kind: 'delivery-receipt', url: CALLBACK },
  ])('accepts %o', async (expected) => {
    const { pass, message } = judge(matchers.toHaveDeliveredWebhook(await busyEmulator(), expected));
    expect(pass).toBe(true);
    expect(message()).toBe(
      `Expected the emulator not to have a delivered webhook ${JSON.stringify(expected)}.\n${WEBHOOKS}`,
    );
  });

  test.each<DeliveredWebhook>([
    { kind: 'inbound-message' },
    { url: `${CALLBACK}/` },
    { kind: 'inbound-message', url: CALLBACK },
    // Its response had status 503.
    { url: `${CALLBACK}/broken` },
  ])('refuses %o, with all webhooks', async (expected) => {
    const { pass, message } = judge(matchers.toHaveDeliveredWebhook(await busyEmulator(), expected));
    expect(pass).toBe(false);
    expect(message()).toBe(
      `Expected the emulator to have a delivered webhook ${JSON.stringify(expected)}.\n${WEBHOOKS}`,
    );
  });
});

test.each(['toHaveSentMessage', 'toHaveScheduledMessage', 'toHaveDeliveredWebhook'] as const)(
  '%s with an emulator that did nothing says that it has none (EMU-19)',
  (name) => {
    const { pass, message } = judge(matchers[name](createEmulator()));
    expect(pass).toBe(false);
    expect(message()).toMatch(
      /^Expected the emulator to have a (sent message|scheduled message|delivered webhook) \{\}\.\nIt has none\.$/,
    );
  },
);

test.each([
  [null, 'null'],
  ['emulator', 'string'],
  [{ messages: [] }, 'object'],
])('every matcher refuses %o, which is not an emulator (EMU-19)', (value, shown) => {
  for (const matcher of Object.values(matchers)) {
    expect(() => matcher(value as unknown as Emulator)).toThrow(
      new TypeError(
        `The matcher needs an emulator created with createEmulator() or connectEmulator(); got ${shown}.`,
      ),
    );
  }
});
