import {
  BATCH_SPELLINGS,
  DRY_RUN_SPELLINGS,
  PACKAGED_CREDITS_SPELLINGS,
  writeBothSpellings,
} from '@messaging-service/contract';
import { readEitherSpelling } from '@messaging-service/contract/core';
import { expect, test } from 'vitest';

test.each([
  [{ uuid: 'b', at: 't' }, BATCH_SPELLINGS, { uuid: 'b', id: 'b', at: 't', send_at: 't' }],
  [{ id: 'b', from: 'x' }, BATCH_SPELLINGS, { uuid: 'b', id: 'b', from: 'x' }],
  [
    { schedule_refill: false },
    PACKAGED_CREDITS_SPELLINGS,
    { schedule_refill: false, schedule_reset_to_zero: false },
  ],
  [{ dryRun: true }, DRY_RUN_SPELLINGS, { isDryrun: true, dryRun: true }],
  [{ uuid: null }, BATCH_SPELLINGS, { uuid: null }],
  [{ uuid: null, id: 'b' }, BATCH_SPELLINGS, { uuid: null, id: 'b' }],
  [{ at: 't', send_at: null }, BATCH_SPELLINGS, { at: 't', send_at: null }],
  [{ other: 1 }, BATCH_SPELLINGS, { other: 1 }],
])('clients write both spellings of members that have two: %j (API-7)', (value, spellings, both) => {
  const before = { ...value };
  expect(writeBothSpellings<object>(value, spellings)).toStrictEqual(both);
  expect(value).toStrictEqual(before);
});

test('a value in both spellings is read back in the canonical one', () => {
  const batch = { uuid: 'b', at: 't', from: 'x' };
  expect(readEitherSpelling(writeBothSpellings(batch, BATCH_SPELLINGS), BATCH_SPELLINGS)).toStrictEqual(
    batch,
  );
});

test.each([
  ['of two values', { uuid: 'own', id: 'other' }, { uuid: 'own' }],
  ['where the other one is undefined', { uuid: 'own', id: undefined }, { uuid: 'own' }],
  ['where it is undefined itself', { uuid: undefined, id: 'other' }, { uuid: 'other' }],
  ['and it stays absent where the other one is undefined', { id: undefined, from: 'x' }, { from: 'x' }],
])('only the canonical spelling remains %s (API-7)', (_when, value, read) => {
  expect(readEitherSpelling<object>(value, BATCH_SPELLINGS)).toStrictEqual(read);
});

test('reading does not change its input', () => {
  const batch = Object.freeze({ id: 'b', send_at: 't' });
  expect(readEitherSpelling<object>(batch, BATCH_SPELLINGS)).toStrictEqual({ uuid: 'b', at: 't' });
});
