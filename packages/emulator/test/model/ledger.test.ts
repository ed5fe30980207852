import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  balance,
  charge,
  hold,
  payableMessages,
  release,
  spendable,
} from '../../src/domain/rules/credits.ts';
import type { Fact } from '../../src/domain/state/facts.ts';
import type { Account } from '../../src/domain/state/state.ts';
import type { Transaction } from '../../src/domain/state/transaction.ts';

const credits = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 1_000_000 }));
const accounts: fc.Arbitrary<Account> = fc
  .record({
    paid: fc.record({
      remaining: fc.oneof(
        credits,
        credits.map((amount) => 0 - amount),
      ),
      allowNegative: fc.boolean(),
      negativeLimit: fc.oneof(
        fc.constant(null),
        credits,
        credits.map((amount) => 0 - amount),
      ),
      resetOnSchedule: fc.boolean(),
    }),
    packaged: fc.record({ remaining: credits, refillAmount: credits, refillOnSchedule: fc.boolean() }),
    held: credits,
  })
  .map((buckets) => ({
    uuid: 'account',
    organizationUuid: 'organization',
    name: 'Account',
    apiKey: 'key',
    mo: { url: '', secret: '' },
    schedule: null,
    scheduleVersion: 0,
    deleted: false,
    ledger: [],
    ...buckets,
  }));

/** The lowest value of paid credits. See CRD-8. */
function floorOf({ paid }: Account): number {
  if (!paid.allowNegative) return 0;
  return paid.negativeLimit === null ? Number.NEGATIVE_INFINITY : -Math.abs(paid.negativeLimit);
}

/** The facts that a function of the ledger records. */
function recorded(work: (tx: Transaction) => void): Fact[] {
  const facts: Fact[] = [];
  work({ record: (fact: Fact) => facts.push(fact) } as unknown as Transaction);
  return facts;
}

describe('the arithmetic of credits (CRD-1, CRD-5, CRD-8)', () => {
  test('the balance is paid plus packaged minus held, and what can be spent goes down to the floor', () => {
    fc.assert(
      fc.property(accounts, (account) => {
        const { paid, packaged, held } = account;
        expect(balance(account)).toBe(paid.remaining + packaged.remaining - held);
        expect(spendable(account)).toBe(balance(account) - floorOf(account));
      }),
    );
  });

  test('a charge takes exactly its credits, packaged ones first, and never more than exist', () => {
    fc.assert(
      fc.property(accounts, fc.integer({ min: 1, max: 1_000 }), (account, amount) => {
        const [fact, ...others] = recorded((tx) => charge(tx, account, 'batch', amount));
        expect(others).toEqual([]);
        const { packaged, paid } = fact as Extract<Fact, { type: 'credits-charged' }>;
        expect(packaged + paid).toBe(amount);
        expect(packaged).toBe(Math.min(amount, account.packaged.remaining));
      }),
    );
  });

  test('a charge of what can be spent leaves paid credits at their floor or above', () => {
    fc.assert(
      fc.property(accounts, fc.double({ min: 0, max: 1, noNaN: true }), (account, share) => {
        const amount = Math.floor(share * Math.min(spendable(account), 1_000_000));
        fc.pre(amount > 0);
        const [fact] = recorded((tx) => charge(tx, account, 'batch', amount));
        const { paid } = fact as Extract<Fact, { type: 'credits-charged' }>;
        expect(paid === 0 || account.paid.remaining - paid >= floorOf(account)).toBe(true);
      }),
    );
  });

  test('exactly as many messages are payable as the credits pay for', () => {
    const messages = fc.nat({ max: 100_000 });
    fc.assert(
      fc.property(accounts, fc.integer({ min: 1, max: 10 }), messages, (account, units, count) => {
        const payable = payableMessages(account, units, count);
        const available = account.paid.remaining + account.packaged.remaining - floorOf(account);
        expect(payable).toBeGreaterThanOrEqual(0);
        expect(payable).toBeLessThanOrEqual(count);
        expect(payable === 0 || payable * units <= available).toBe(true);
        expect(payable === count || (payable + 1) * units > available).toBe(true);
      }),
    );
  });

  test('a reservation is recorded with its credits, as is its end, and an empty one is not', () => {
    fc.assert(
      fc.property(accounts, credits, (account, amount) => {
        const facts = recorded((tx) => {
          hold(tx, account, 'batch', amount);
          release(tx, account, 'batch', amount);
        });
        const expected = { accountUuid: 'account', batchUuid: 'batch', credits: amount };
        const both = [
          { type: 'credits-held', ...expected },
          { type: 'credits-released', ...expected },
        ];
        expect(facts).toEqual(amount === 0 ? [] : both);
      }),
    );
  });
});
