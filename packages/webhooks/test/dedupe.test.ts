import { createMemoryDedupeStore, parse, type Verification } from '@messaging-service/webhooks';
import { encodeUtf8, unverifiedKey, verifiedKey } from '@messaging-service/webhooks/core';
import { describe, expect, test } from 'vitest';
import { creditNotification, deliveryReceipt, inboundMessage, SENT_AT } from './samples.ts';

const VERIFICATION: Verification = {
  verified: true,
  matched: 'raw',
  timestamp: SENT_AT,
  environment: 'production',
  account: 'A',
};
const keyOf = (payload: object, changed: Partial<Verification> = {}) =>
  verifiedKey({ ...parse(payload), ...VERIFICATION, ...changed });

describe('two verified events are the same (WHK-6)', () => {
  test.each([
    ['when they have one mo_uuid, whatever else changed', inboundMessage, { message: 'x', added: 1 }, true],
    ['unless their mo_uuids differ', inboundMessage, { mo_uuid: 'x' }, false],
    ['when one message had one outcome', deliveryReceipt, { destination: '+1' }, true],
    ['unless the outcome differs', deliveryReceipt, { delivered: false }, false],
    ['unless the code differs', deliveryReceipt, { receiptInfo: { code: '22', description: '' } }, false],
    ['unless the messages differ', deliveryReceipt, { messageuuid: 'x' }, false],
    ['when one notification fired at the same balances', creditNotification, { threshold_value: 9 }, true],
    ['unless the paid balance differs', creditNotification, { paid_credit_balance: -13 }, false],
    ['unless the packaged balance differs', creditNotification, { packaged_credit_balance: 248 }, false],
  ])('%s', async (_title, payload, change, same) => {
    // It does not matter when they were sent, and which form of the body was signed.
    const again = { timestamp: SENT_AT + 10_000, matched: 'minified' } as const;
    const [one, other] = [await keyOf(payload), await keyOf({ ...payload, ...change }, again)];
    expect(one === other).toBe(same);
  });

  test('never when their kinds, environments or accounts differ', async () => {
    const uuid = inboundMessage.mo_uuid;
    const keys = [
      await keyOf(inboundMessage),
      await keyOf(inboundMessage, { environment: 'test' }),
      await keyOf(inboundMessage, { account: 'B' }),
      await keyOf(inboundMessage, { account: undefined }),
      await keyOf({ ...deliveryReceipt, messageuuid: uuid }),
      await keyOf({ ...creditNotification, notification_uuid: uuid }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys[0]).toBe(`verified:inbound-message:"production","A","${uuid}"`);
  });

  test('never when a separator of the parts is put into one of them', async () => {
    const one = { ...deliveryReceipt, messageuuid: 'a",true,"00' };
    const other = { ...deliveryReceipt, messageuuid: 'a' };
    expect(await keyOf(one)).not.toBe(await keyOf(other));
    const account = await keyOf(inboundMessage, { environment: 'x","y', account: 'z' });
    expect(await keyOf(inboundMessage, { environment: 'x', account: 'y","z' })).not.toBe(account);
  });

  test('of an unknown kind have no key', async () => {
    expect(await keyOf({ event: 'of tomorrow' })).toBe(undefined);
    expect(await unverifiedKey('unknown', encodeUtf8('{}'))).toBe(undefined);
  });

  test('keys stay short and different, however long an identifier is', async () => {
    const long = 'x'.repeat(100_000);
    const [one, other] = [
      await keyOf({ ...inboundMessage, mo_uuid: `${long}1` }),
      await keyOf({ ...inboundMessage, mo_uuid: `${long}2` }),
    ];
    expect(one).toMatch(/^verified:inbound-message:.{44}$/);
    expect(one).not.toBe(other);
    expect(await keyOf({ ...inboundMessage, mo_uuid: `${long}1` })).toBe(one);
  });
});

describe('two unverified events are the same (WHK-6)', () => {
  const receiptKey = (body: string) => unverifiedKey('delivery-receipt', encodeUtf8(body));

  test('only when their bodies are the same, byte for byte', async () => {
    const body = JSON.stringify(deliveryReceipt);
    expect(await receiptKey(body)).toMatch(/^unverified:delivery-receipt:.{44}$/);
    expect(await receiptKey(body)).toBe(await receiptKey(body));
    const forged = JSON.stringify({ ...deliveryReceipt, destination: '+1' });
    expect(await receiptKey(forged)).not.toBe(await receiptKey(body));
  });
});

/** A store in memory with a clock that the test sets. */
function storeAt(start: number, options = {}) {
  const clock = { now: start };
  return { clock, store: createMemoryDedupeStore({ now: () => clock.now, ...options }) };
}

/** Claims what must be free. */
async function take(store: ReturnType<typeof createMemoryDedupeStore>, key: string) {
  const claim = await store.claim(key);
  if (claim.state !== 'claimed') throw new Error(`${key} is ${claim.state}`);
  return claim;
}

describe('the store in memory', () => {
  test('lets one caller claim a key: busy until the end, then done, or free after a failure', async () => {
    const { store } = storeAt(0);
    const claim = await take(store, 'a');
    expect(await store.claim('a')).toEqual({ state: 'busy' });
    await claim.commit();
    expect(await store.claim('a')).toEqual({ state: 'done' });
    await (await take(store, 'b')).release();
    expect((await store.claim('b')).state).toBe('claimed');
  });

  test('forgets after its lifetime: a day, or the configured time', async () => {
    for (const [options, seconds] of [
      [{}, 86_400],
      [{ lifetime: 7200 }, 7200],
    ] as const) {
      const { store, clock } = storeAt(0, options);
      await (await take(store, 'a')).commit();
      clock.now = seconds * 1000 - 1;
      expect((await store.claim('a')).state).toBe('done');
      clock.now += 1;
      expect((await store.claim('a')).state).toBe('claimed');
    }
  });

  test('takes a claim back after its lease, and its late holder cannot release the next one', async () => {
    const { store, clock } = storeAt(0, { lease: 30 });
    const late = await take(store, 'a');
    clock.now = 30_000;
    const next = await take(store, 'a');
    await late.release();
    expect((await store.claim('a')).state).toBe('busy');
    await late.commit();
    await next.release();
    expect((await store.claim('a')).state).toBe('done');
  });

  test('remembers at most its limit, the latest, and never forgets a key whose action is running', async () => {
    const { store } = storeAt(0, { maxKeys: 3 });
    const busy = await take(store, 'busy');
    for (const key of ['a', 'b', 'c', 'd']) await (await take(store, key)).commit();
    expect((await store.claim('busy')).state).toBe('busy');
    expect((await store.claim('d')).state).toBe('done');
    expect((await store.claim('a')).state).toBe('claimed');
    await busy.commit();
  });

  test('separates verified and unverified events, each with its own limit', async () => {
    const { store } = storeAt(0, { maxKeys: 2 });
    await (await take(store, 'verified:a')).commit();
    for (const key of ['a', 'b', 'c', 'd']) await (await take(store, `unverified:${key}`)).commit();
    expect((await store.claim('verified:a')).state).toBe('done');
    expect((await store.claim('unverified:d')).state).toBe('done');
    expect((await store.claim('unverified:a')).state).toBe('claimed');
  });
});
