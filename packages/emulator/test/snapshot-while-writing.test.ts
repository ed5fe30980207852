import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { call, createFetchReceiver, later, MINUTE, message, START } from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSnapshotText } from '../src/runtime/snapshot/read-snapshot.ts';
import type { SnapshotCapture } from '../src/runtime/snapshot/snapshot.ts';

const callback = 'https://shop.example/receipts';
const SHARED = ['447700900981', '447700900982'];

function begin(): Emulator {
  const { fetch } = createFetchReceiver((_, count) => (count % 3 === 0 ? 200 : 500));
  return createEmulator({
    now: START,
    seed: 3,
    carrier: { after: { min: 0, max: '10m' } },
    webhooks: { fetch },
    sharedSenders: SHARED,
    accounts: [
      {
        senders: ['DEMO'],
        credits: 400,
        notifications: [{ url: callback, threshold_type: 'paid_fixed_number', threshold_value: 380 }],
      },
    ],
  });
}

type Action = (emulator: Emulator, value: number) => unknown;

const number = (value: number) => `4477009000${String(value % 20).padStart(2, '0')}`;
const id = (value: number) => `00000000-0000-4000-8000-${String(value % 4).padStart(12, '0')}`;
const queue = (members: object) => (emulator: Emulator, value: number) =>
  call(emulator, 'POST /message', {
    body: { messages: [message({ to: number(value), callback, ...members })] },
  });

/** An action for each type of fact. Calls that are refused change nothing. */
const ACTIONS: Readonly<Record<string, Action>> = {
  send: queue({}),
  'send from the pool': queue({ from: { type: 'shared' } }),
  schedule: (emulator, value) =>
    queue({ send_at: later((6 + (value % 30)) * MINUTE), id: id(value) })(emulator, value),
  'send a batch': (emulator, value) =>
    call(emulator, 'POST /batch', {
      body: { from: 'DEMO', message: 'Hello', destinations: [number(value), number(value + 1)], callback },
    }),
  'schedule a batch': (emulator, value) =>
    call(emulator, 'POST /batch', {
      body: {
        from: 'DEMO',
        message: 'Hello',
        destinations: [number(value), number(value + 1)],
        at: later((6 + (value % 30)) * MINUTE),
        uuid: id(value),
      },
    }),
  cancel: (emulator, value) => call(emulator, `DELETE /batch/${id(value)}`),
  'cancel the oldest pending': async (emulator) => {
    const { body } = await call(emulator, 'GET /batch');
    const [batch] = (body as { batches: { identifier: string }[] }).batches;
    if (batch !== undefined) await call(emulator, `DELETE /batch/${batch.identifier}`);
  },
  advance: (emulator, value) => emulator.clock.advance((value % 7) * MINUTE),
  next: (emulator) => emulator.clock.next(),
  fail: (emulator) => {
    const [sent] = emulator.messages({ state: 'sent', limit: 1 });
    if (sent !== undefined) emulator.fail(sent.messageUuid);
  },
  reply: (emulator, value) => {
    if (emulator.messages({ to: number(value), state: 'delivered' }).length > 0)
      emulator.handset(number(value)).reply('YES');
  },
  edit: (emulator, value) =>
    call(emulator, `PATCH /account/${emulator.account.identifier}`, {
      body: {
        schedule: value % 2 === 0 ? '*/9 * * * *' : '*/4 * * * *',
        packaged_credits: { schedule_refill: true, schedule_refill_amount: value },
        mo: { mo_webhook_url: callback, mo_webhook_secret: `secret ${value}` },
      },
    }),
  'top up': (emulator, value) =>
    call(emulator, 'PATCH /topup', {
      body: { accountUuid: emulator.account.identifier, topup: 1 + value },
    }),
  'create an account': (emulator) => call(emulator, 'POST /account', { body: { name: 'Branch' } }),
  'create an organization': (emulator) => emulator.createOrganization({ credits: 9 }),
  'create a notification': (emulator, value) =>
    emulator.createNotification(emulator.account.identifier, {
      url: callback,
      threshold_type: 'paid_fixed_number',
      threshold_value: value * 4,
    }),
  'set the carrier': (emulator, value) =>
    emulator.setCarrier({ outcome: value % 2 === 0 ? 'fail' : 'deliver', after: value }),
  'set the pool': (emulator, value) => emulator.setSharedSenders(SHARED.slice(value % 2)),
  'register a sender': (emulator, value) =>
    emulator.registerSender(emulator.account.identifier, `SENDER${value}`),
};

interface Step {
  readonly name: string;
  readonly value: number;
}

const steps = (maxLength: number) =>
  fc.array(fc.record({ name: fc.constantFrom(...Object.keys(ACTIONS)), value: fc.nat({ max: 99 }) }), {
    maxLength,
    size: 'max',
  });

async function act(emulator: Emulator, { name, value }: Step): Promise<void> {
  await ACTIONS[name]?.(emulator, value);
}

function capture(emulator: Emulator): SnapshotCapture {
  return emulator.service.capture();
}

/** Writes what was captured, and runs an action after a number of pieces. */
async function writeBetween(
  emulator: Emulator,
  captured: SnapshotCapture,
  between: readonly Step[],
  every: number,
) {
  let text = '';
  let pieces = 0;
  let next = 0;
  for (const piece of captured.text()) {
    text += piece;
    const step = ++pieces % every === 0 ? between[next++] : undefined;
    if (step !== undefined) await act(emulator, step);
  }
  captured.release();
  return JSON.parse(text) as unknown;
}

describe('a snapshot that is written while the service continues (EMU-7)', () => {
  test.each(Object.keys(ACTIONS))('is tested beside "%s", which changes something', async (name) => {
    const emulator = begin();
    for (const each of ['send', 'schedule', 'schedule a batch'])
      await act(emulator, { name: each, value: 1 });
    if (name === 'reply') await emulator.clock.advance('10m');
    const before = emulator.journal().length;
    for (const value of [0, 1, 2, 3]) await act(emulator, { name, value });
    expect(emulator.journal().length).toBeGreaterThan(before);
  });

  test('is that of the instant at which it began, whatever happens meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps(40),
        steps(60),
        fc.integer({ min: 1, max: 4 }),
        async (before, between, every) => {
          const emulator = begin();
          for (const step of before) await act(emulator, step);
          const atOnce = JSON.parse(JSON.stringify(emulator.snapshot())) as unknown;
          const written = await writeBetween(emulator, capture(emulator), between, every);
          expect(written).toEqual(atOnce);
          const restored = begin();
          restored.restore(written as never);
          expect(JSON.parse(JSON.stringify(restored.snapshot()))).toEqual(atOnce);
          emulator.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a restored service has the same later results as the original one', async () => {
    await fc.assert(
      fc.asyncProperty(steps(30), steps(30), steps(15), async (before, between, after) => {
        const emulator = begin();
        for (const step of before) await act(emulator, step);
        await emulator.clock.settle();
        const same = begin();
        same.restore(emulator.snapshot());
        const restored = begin();
        restored.restore((await writeBetween(emulator, capture(emulator), between, 2)) as never);
        for (const each of [same, restored]) {
          await each.clock.settle();
          for (const step of after) {
            await act(each, step);
            // A signature is computed on another thread: without this, machine load decides which fact comes first.
            await each.clock.settle();
          }
          await each.clock.advance('1h');
        }
        expect(JSON.stringify(restored.snapshot())).toBe(JSON.stringify(same.snapshot()));
        expect(restored.journal()).toEqual(same.journal());
      }),
      { numRuns: 25 },
    );
  });

  test('a large batch that is cancelled or sent meanwhile is written with its earlier state', async () => {
    const destinations = Array.from({ length: 2_500 }, (_, index) => String(33_600_000_000 + index));
    const body = { from: 'DEMO', message: 'Hello', destinations };
    const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 10_000 }] });
    await call(emulator, 'POST /batch', { body: { ...body, at: later(10 * MINUTE), uuid: id(1) } });
    await call(emulator, 'POST /batch', { body: { ...body, at: later(20 * MINUTE), uuid: id(2) } });
    const before = JSON.parse(JSON.stringify(emulator.snapshot())) as { state: { batches: object[] } };
    const text: string[] = [];
    const captured = capture(emulator);
    for (const piece of captured.text()) {
      text.push(piece);
      if (!piece.includes(`"continues":"${id(1)}"`)) continue;
      await call(emulator, `DELETE /batch/${id(1)}`);
      await emulator.clock.advance('1h');
    }
    captured.release();
    expect(JSON.parse(text.join(''))).toEqual(before);
    expect(before.state.batches).toHaveLength(6);
    const restored = createEmulator();
    restored.restore(before as never);
    expect(JSON.parse(JSON.stringify(restored.snapshot()))).toEqual(before);
  });

  test('two at the same time each show their own instant, and so does one that continues after a reset', async () => {
    const emulator = begin();
    await act(emulator, { name: 'send a batch', value: 1 });
    const expected: unknown[] = [];
    const captures: SnapshotCapture[] = [];
    const note = () => {
      expected.push(JSON.parse(JSON.stringify(emulator.snapshot())));
      captures.push(capture(emulator));
    };
    note();
    await act(emulator, { name: 'schedule a batch', value: 2 });
    note();
    await emulator.clock.advance('20m');
    note();
    emulator.reset();
    await act(emulator, { name: 'send', value: 3 });
    const written = captures.map((captured) => JSON.parse([...captured.text()].join('')) as unknown);
    expect(written).toEqual(expected);
  });
});

describe('the text of a snapshot (EMU-7)', () => {
  const turn = () => Promise.resolve();

  test('is read the same wherever it is cut, with its members in any order and any white space', async () => {
    const emulator = begin();
    await call(emulator, 'POST /message', {
      body: {
        messages: [
          message({ body: '"\\ {[,]} \u{1f600} é \u2028 \\u0041' }),
          message({ send_at: later(9 * MINUTE) }),
        ],
      },
    });
    const { state, ...rest } = emulator.snapshot();
    const turned = Object.fromEntries(
      Object.entries({ state: Object.fromEntries(Object.entries(state).reverse()), ...rest }),
    );
    const expected = JSON.stringify(emulator.snapshot());
    const bytes = new TextEncoder().encode(`\ufeff \n${JSON.stringify(turned, undefined, 2)}\r\n\t`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        async function* cut() {
          for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
        }
        const restored = createEmulator();
        restored.service.adopt(await readSnapshotText(cut(), turn));
        expect(JSON.stringify(restored.snapshot())).toBe(expected);
      }),
      { numRuns: 40 },
    );
  });

  test('is refused when it is cut at any place', async () => {
    const text = JSON.stringify(begin().snapshot());
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: text.length - 1 }), async (length) => {
        async function* cut() {
          yield new TextEncoder().encode(text.slice(0, length));
        }
        await expect(readSnapshotText(cut(), turn)).rejects.toThrow('not JSON');
      }),
    );
  });

  test.each([
    ['a comma too many', (text: string) => text.replace('"agenda":[]', '"agenda":[,]')],
    ['a comma at the end of a list', (text: string) => text.replace('"447700900982"]', '"447700900982",]')],
    ['a comma at the end of an object', (text: string) => `${text.slice(0, -1)},}`],
    ['a missing colon', (text: string) => text.replace('"seq":', '"seq" ')],
    ['a missing comma', (text: string) => text.replace(',"seq"', ' "seq"')],
    ['a bracket of the wrong kind', (text: string) => text.replace('"agenda":[]', '"agenda":[}')],
    ['a name without quotes', (text: string) => text.replace('"seq"', 'seq')],
    ['a member that occurs twice', (text: string) => text.replace('"seq"', '"now":0,"seq"')],
    ['text after the end', (text: string) => `${text}{}`],
    ['deep nesting', (text: string) => text.replace('"agenda":[]', `"agenda":[${'['.repeat(100_000)}`)],
    ['an invalid escape', (text: string) => text.replace('"agenda":[]', '"agenda":["\\x"]')],
    ['a control character in a text', (text: string) => text.replace('"agenda":[]', '"agenda":["\n"]')],
    ['an empty text', () => ''],
  ])('with %s it is not JSON, and is refused', async (_, spoil) => {
    const text = JSON.stringify(begin().snapshot());
    async function* bytes() {
      yield new TextEncoder().encode(spoil(text));
    }
    expect(spoil(text)).not.toBe(text);
    await expect(readSnapshotText(bytes(), turn)).rejects.toThrow('not JSON');
  });
});
