import { createEmulator } from '@messaging-service/emulator';
import { api, batch, later, MINUTE, message, START, test } from '@messaging-service/test-support';
import { expect } from 'vitest';

const TWO_UNITS = 'x'.repeat(161);
const TOO_FEW = { status: 402, code: 'insufficient_credits' };

test.each([
  ['Hello', 1],
  [TWO_UNITS, 2],
  ['ё'.repeat(71), 2],
])('the text %j costs %d credits, one for each unit (CRD-3, MSG-11)', async (body, units) => {
  const emulator = createEmulator({ now: START });
  await api.sendOne(emulator, { body });
  expect(emulator.messages()).toMatchObject([{ units }]);
  expect((await api.account(emulator)).credits).toBe(1_000 - units);
});

test('packaged credits are spent before paid ones, and are never negative (CRD-5, CRD-7)', async () => {
  const emulator = createEmulator({
    now: START,
    accounts: [{ senders: ['DEMO'], credits: 10, packagedCredits: 3 }],
  });
  const buckets = async () => {
    const { paid_credits: paid, packaged_credits: packaged } = await api.account(emulator);
    return [packaged.remaining, paid.remaining];
  };
  await api.sendBatch(emulator);
  expect(await buckets()).toEqual([1, 10]);
  await api.sendBatch(emulator);
  expect(await buckets()).toEqual([0, 9]);
  await api.sendBatch(emulator);
  expect(await buckets()).toEqual([0, 7]);
});

test('the last credit can be spent and no more: the whole request is refused with 402 (CRD-6)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 3 }] });
  const two = { messages: [message({ body: TWO_UNITS }), message({ body: TWO_UNITS })] };
  expect(await api.refuse(emulator, 'POST /message', { body: two })).toEqual(TOO_FEW);
  expect(await api.refuse(emulator, 'POST /batch', { body: batch({ message: TWO_UNITS }) })).toEqual(TOO_FEW);
  await api.send(emulator, [{ body: TWO_UNITS }, {}]);
  expect((await api.account(emulator)).credits).toBe(0);
  expect(await api.refuseMessages(emulator, [{}])).toEqual(TOO_FEW);
});

test('a failed message is charged like any other (CRD-3)', async ({ emulator }) => {
  await api.sendBatch(emulator, {
    destinations: ['447700900800', '447700900702', '447700900822', '447700900700'],
  });
  expect((await api.account(emulator)).credits).toBe(996);
});

test('without the credit system accounts send without limit and hold no credits (CRD-2)', async () => {
  const emulator = createEmulator({
    now: START,
    organization: { creditSystem: false },
    accounts: [{ senders: ['DEMO'] }],
  });
  await api.sendBatch(emulator, { message: TWO_UNITS });
  await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  expect(await api.account(emulator)).toMatchObject({
    credits: 0,
    held_credits: 0,
    paid_credits: { remaining: 0 },
  });
  await emulator.clock.advance(10 * MINUTE);
  expect(emulator.messages().map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  expect(await api.account(emulator)).toMatchObject({ credits: 0, held_credits: 0 });
  expect(emulator.journal().filter(({ fact }) => fact.type.startsWith('credits-'))).toEqual([]);
});
