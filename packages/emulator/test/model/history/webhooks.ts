import assert from 'node:assert/strict';
import type { DeliveryReceipt, InboundMessage } from '@messaging-service/contract';
import type { JournalEntry } from '@messaging-service/emulator/host';
import { RETRY_DELAYS_MS } from '../scenario.ts';

interface Delivery {
  /** The attempts of the plan. */
  readonly attempts: { readonly at: number; readonly ok: boolean }[];
  /** Whether the receiver has accepted an attempt, also one by hand. */
  accepted: boolean;
  nextAt: number;
  exhausted: boolean;
}

/** Each webhook is attempted immediately and then at its times, until 200 or five more; each resolution has one receipt. */
export class WebhookHistory {
  readonly #deliveries = new Map<string, Delivery>();
  readonly #callbacks = new Map<string, boolean>();
  /** Webhooks that must be the next fact, as the beginning of a message about their absence. */
  #expected: string | undefined;

  hear({ fact, at }: JournalEntry): void {
    const due = this.#expected;
    this.#expected = undefined;
    if (due !== undefined) {
      assert.ok(fact.type === 'webhook-queued', `no webhook followed ${due}`);
      assert.equal(subjectOf(fact.kind, fact.body), due);
    }
    switch (fact.type) {
      case 'batch-queued':
        for (const uuid of fact.messageUuids) this.#callbacks.set(uuid, fact.callback !== undefined);
        break;
      case 'message-delivered':
      case 'message-failed':
        if (this.#callbacks.get(fact.messageUuid) === true) this.#expected = `receipt of ${fact.messageUuid}`;
        break;
      case 'webhook-queued':
        if (fact.kind === 'delivery-receipt')
          assert.equal(subjectOf(fact.kind, fact.body), due, 'an extra receipt');
        this.#deliveries.set(fact.deliveryId, {
          attempts: [],
          accepted: false,
          nextAt: at,
          exhausted: false,
        });
        break;
      case 'webhook-attempted':
        if (fact.attempt.status === 200) this.#delivery(fact.deliveryId).accepted = true;
        // An attempt by hand is not one of the plan. EMU-28.
        if (fact.attempt.byHand !== true)
          this.#attempted(fact.deliveryId, at, fact.attempt.at, fact.attempt.status === 200);
        break;
      case 'webhook-exhausted': {
        const delivery = this.#delivery(fact.deliveryId);
        assert.equal(delivery.attempts.length, 6, 'exhausted after six attempts');
        delivery.exhausted = true;
        break;
      }
      default:
      // Other facts have no webhooks.
    }
  }

  rest(now: number): void {
    assert.equal(this.#expected, undefined);
    for (const [id, { attempts, accepted, nextAt, exhausted }] of this.#deliveries) {
      const over = exhausted || accepted;
      assert.ok(over || (nextAt > now && attempts.length < 6), `an attempt at the webhook ${id} is missing`);
    }
  }

  #attempted(id: string, at: number, attemptAt: number, ok: boolean): void {
    const delivery = this.#delivery(id);
    assert.ok(
      !delivery.exhausted && !delivery.attempts.some((attempt) => attempt.ok),
      'attempted after its end',
    );
    assert.deepEqual([at, attemptAt], [delivery.nextAt, delivery.nextAt], `attempt at the webhook ${id}`);
    delivery.nextAt = at + (RETRY_DELAYS_MS[delivery.attempts.length] ?? Infinity);
    delivery.attempts.push({ at, ok });
  }

  #delivery(id: string): Delivery {
    const delivery = this.#deliveries.get(id);
    assert.ok(delivery, `the webhook ${id} was never queued`);
    return delivery;
  }
}

function subjectOf(kind: string, body: string): string {
  const payload = JSON.parse(body) as DeliveryReceipt & InboundMessage;
  return kind === 'delivery-receipt' ? `receipt of ${payload.messageuuid}` : kind;
}
