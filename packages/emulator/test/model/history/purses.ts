import assert from 'node:assert/strict';
import type { Fact } from '../../../src/domain/state/facts.ts';
import type { JournalEntry } from '../../../src/runtime/core/journal.ts';
import type { Listener } from './listener.ts';

/** The credits of an account, from the facts. */
export interface Purse {
  readonly usesCredits: boolean;
  paid: number;
  packaged: number;
  allowNegative: boolean;
  limit: number | null;
  refillAmount: number;
}

/** The cost of one batch, and whether it is held, charged or released. */
interface Bill {
  readonly usesCredits: boolean;
  readonly units: number;
  readonly messages: number;
  state: 'pending' | 'cancelled' | 'due';
  payable: number;
  held: number;
  charged: number;
  charges: number;
}

/** The credits of all accounts, from the facts alone. */
export class Purses {
  readonly #systems = new Map<string, boolean>();
  readonly #purses = new Map<string, Purse>();

  of(accountUuid: string): Purse {
    const purse = this.#purses.get(accountUuid);
    assert.ok(purse, `the account ${accountUuid} was never created`);
    return purse;
  }

  hear(fact: Fact): void {
    if (fact.type === 'organization-created') this.#systems.set(fact.organizationUuid, fact.creditSystem);
    if (fact.type === 'account-created') {
      const usesCredits = this.#systems.get(fact.organizationUuid) === true;
      const none = { paid: 0, packaged: 0, allowNegative: false, limit: null, refillAmount: 0 };
      this.#purses.set(fact.accountUuid, { usesCredits, ...none });
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

/** Each batch is held for once while it waits, and charged once for the messages that were paid: units × messages. */
export class CreditHistory implements Listener {
  readonly #purses = new Purses();
  readonly #bills = new Map<string, Bill>();

  hear({ fact }: JournalEntry): void {
    this.#purses.hear(fact);
    switch (fact.type) {
      case 'batch-queued':
        this.#open(fact);
        break;
      case 'batch-cancelled':
        this.#bill(fact.batchUuid).state = 'cancelled';
        break;
      case 'batch-released':
        Object.assign(this.#bill(fact.batchUuid), { state: 'due', payable: fact.payable });
        break;
      case 'credits-held':
        this.#bill(fact.batchUuid).held += fact.credits;
        break;
      case 'credits-released':
        this.#bill(fact.batchUuid).held -= fact.credits;
        break;
      case 'credits-charged': {
        const bill = this.#bill(fact.batchUuid);
        bill.charged += fact.packaged + fact.paid;
        bill.charges++;
        checkCharge(this.#purses.of(fact.accountUuid), fact.packaged, fact.paid);
        break;
      }
      default:
      // Other facts cost nothing.
    }
  }

  rest(): void {
    for (const [uuid, { usesCredits, units, messages, state, payable, ...bill }] of this.#bills) {
      const cost = usesCredits ? units * messages : 0;
      const price = usesCredits ? units * payable : 0;
      assert.equal(
        bill.held,
        state === 'pending' ? cost : 0,
        `held for the batch ${uuid}, which is ${state}`,
      );
      assert.equal(
        bill.charged,
        state === 'due' ? price : 0,
        `charged for the batch ${uuid}, which is ${state}`,
      );
      assert.equal(bill.charges, bill.charged > 0 ? 1 : 0, `charges for the batch ${uuid}`);
    }
  }

  #open(fact: Extract<Fact, { type: 'batch-queued' }>): void {
    const { usesCredits } = this.#purses.of(fact.accountUuid);
    const messages = fact.destinations.length;
    const state = fact.sendAt === undefined ? 'due' : 'pending';
    const bill: Bill = {
      usesCredits,
      units: fact.units,
      messages,
      state,
      payable: messages,
      held: 0,
      charged: 0,
      charges: 0,
    };
    this.#bills.set(fact.batchUuid, bill);
  }

  #bill(batchUuid: string): Bill {
    const bill = this.#bills.get(batchUuid);
    assert.ok(bill, `the batch ${batchUuid} was never queued`);
    return bill;
  }
}

/** After a charge: packaged credits never below zero and spent first, paid ones never below the floor. */
function checkCharge(purse: Purse, packaged: number, paid: number): void {
  assert.ok(packaged >= 0 && paid >= 0, 'a charge takes credits');
  assert.ok(purse.packaged >= 0, 'packaged credits fell below zero');
  assert.ok(paid === 0 || purse.packaged === 0, 'packaged credits are spent before paid ones');
  const floor = purse.allowNegative ? -Math.abs(purse.limit ?? Infinity) : 0;
  assert.ok(paid === 0 || purse.paid >= floor, `a charge took paid credits to ${purse.paid}, below ${floor}`);
}
