import assert from 'node:assert/strict';
import type { CreditNotification } from '@messaging-service/contract';
import type { Fact, JournalEntry } from '@messaging-service/emulator/host';

/** The credits of an account, from the facts. */
interface Purse {
  paid: number;
  packaged: number;
  allowNegative: boolean;
  limit: number | null;
  refillAmount: number;
}

/** The credits of all accounts, from the facts alone. */
class Purses {
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

interface Watch {
  readonly accountUuid: string;
  readonly type: string;
  readonly threshold: number;
  armed: boolean;
}

/** A notification fires when its value falls below, once, and again only after the value was back. */
export class NotificationHistory {
  readonly #purses = new Purses();
  readonly #watches = new Map<string, Watch>();
  #crossed: string | undefined;

  hear({ fact }: JournalEntry): void {
    this.#purses.hear(fact);
    if (this.#crossed !== undefined) this.#checkWebhook(this.#crossed, fact);
    this.#crossed = undefined;
    if (fact.type === 'notification-created') {
      const { accountUuid, thresholdType: type, thresholdValue: threshold } = fact;
      const armed = !isBelow(this.#purses.of(accountUuid), type, threshold);
      this.#watches.set(fact.notificationUuid, { accountUuid, type, threshold, armed });
    } else if (fact.type === 'threshold-crossed') {
      this.#turn(fact.notificationUuid, true);
      this.#crossed = fact.notificationUuid;
    } else if (fact.type === 'threshold-rearmed') this.#turn(fact.notificationUuid, false);
  }

  rest(): void {
    assert.equal(this.#crossed, undefined);
    for (const [uuid, { accountUuid, type, threshold, armed }] of this.#watches) {
      assert.equal(
        armed,
        !isBelow(this.#purses.of(accountUuid), type, threshold),
        `${type} ${uuid} is armed`,
      );
    }
  }

  #turn(uuid: string, below: boolean): void {
    const watch = this.#watches.get(uuid);
    assert.ok(watch, `the notification ${uuid} was never created`);
    assert.equal(watch.armed, below, `the notification ${uuid} turned twice`);
    assert.equal(isBelow(this.#purses.of(watch.accountUuid), watch.type, watch.threshold), below);
    watch.armed = !below;
  }

  #checkWebhook(uuid: string, fact: Fact): void {
    assert.ok(fact.type === 'webhook-queued' && fact.kind === 'credit-notification', 'no warning followed');
    const payload = JSON.parse(fact.body) as CreditNotification;
    const { paid, packaged } = this.#purses.of(payload.account_uuid);
    assert.deepEqual(
      [payload.notification_uuid, payload.paid_credit_balance, payload.packaged_credit_balance],
      [uuid, paid, packaged],
    );
  }
}

/** See NTF-2. */
function isBelow(
  { paid, packaged, refillAmount, ...purse }: Purse,
  type: string,
  threshold: number,
): boolean {
  if (type === 'paid_fixed_number') return paid < threshold;
  if (type === 'packaged_fixed_number') return packaged < threshold;
  if (type === 'packaged_percentage') return packaged < threshold * refillAmount;
  if (!purse.allowNegative || purse.limit === null) return false;
  const limit = Math.abs(purse.limit);
  const left = paid < 0 ? limit + paid : limit;
  return left < (type === 'paid_negative_percentage' ? threshold * limit : threshold);
}
