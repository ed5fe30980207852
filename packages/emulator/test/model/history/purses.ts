import assert from 'node:assert/strict';
import type { Fact } from '../../../src/domain/state/facts.ts';

/** The credits of an account, from the facts. */
export interface Purse {
  paid: number;
  packaged: number;
  allowNegative: boolean;
  limit: number | null;
  refillAmount: number;
}

/** The credits of all accounts, from the facts alone. */
export class Purses {
  readonly #purses = new Map<string, Purse>();

  of(accountUuid: string): Purse {
    const purse = this.#purses.get(accountUuid);
    assert.ok(purse, `the account ${accountUuid} was never created`);
    return purse;
  }

  hear(fact: Fact): void {
    if (fact.type === 'account-created') {
      const none = { paid: 0, packaged: 0, allowNegative: false, limit: null, refillAmount: 0 };
      this.#purses.set(fact.accountUuid, none);
    }
    if (!('accountUuid' in fact) || !this.#purses.has(fact.accountUuid)) return;
    move(this.of(fact.accountUuid), fact);
  }
}

function move(purse: Purse, fact: Fact): void {
  switch (fact.type) {
    case 'account-edited':
      purse.allowNegative = fact.paid?.allowNegative ?? purse.allowNegative;
      if (fact.paid?.negativeLimit !== undefined) purse.limit = fact.paid.negativeLimit;
      purse.refillAmount = fact.packaged?.refillAmount ?? purse.refillAmount;
      break;
    case 'credits-granted':
      purse.paid += fact.paid;
      purse.packaged += fact.packaged;
      break;
    case 'credits-topped-up':
      purse.paid += fact.credits;
      break;
    case 'credits-charged':
      purse.paid -= fact.paid;
      purse.packaged -= fact.packaged;
      break;
    case 'paid-credits-reset':
      purse.paid = 0;
      break;
    case 'packaged-credits-refilled':
      purse.packaged = purse.refillAmount;
      break;
    default:
    // Other facts change no credits.
  }
}
