import { withOldestJoined } from '@messaging-service/emulator/core';
import type { LedgerEntry } from '@messaging-service/emulator/host';
import { describe, expect, test } from 'vitest';

const MINUTE_MS = 60_000;

/** A charge of one credit each minute. */
function charges(count: number, first = 0): LedgerEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    seq: first + index + 1,
    at: (first + index) * MINUTE_MS,
    type: 'credits-charged',
    credits: 1,
    about: undefined,
    paid: 1_000_000 - first - index - 1,
    packaged: 0,
    held: 0,
  }));
}

/** The charges one after another, as an account gets them. */
function grown(count: number): readonly LedgerEntry[] {
  let ledger: readonly LedgerEntry[] = [];
  for (const charge of charges(count)) {
    (ledger as LedgerEntry[]).push(charge);
    ledger = withOldestJoined(ledger);
  }
  return ledger;
}

describe('the ledger of an account (EMU-12)', () => {
  test('keeps the latest 100,000 changes one by one', () => {
    expect(grown(100_000)).toEqual(charges(100_000));
    expect(grown(125_000).slice(-100_000)).toEqual(charges(100_000, 25_000));
  });

  test('joins earlier changes by hour, with the credits after the hour and the sum of what was charged', () => {
    const ledger = grown(125_000);
    const joined = ledger.filter(({ type }) => type === 'joined');
    expect(ledger.slice(0, joined.length)).toEqual(joined);
    expect(joined[0]).toEqual({ ...charges(60).at(-1), type: 'joined', credits: 60 });
    expect(ledger.reduce((sum, { credits }) => sum + credits, 0)).toBe(125_000);
  });
});
