import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelMessage } from '../nouns.ts';
import { nthLatest, places } from '../parts.ts';
import { POOL } from '../scenario.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

/** Replaces the pool of shared senders; a sender that an account owns cannot be in it. */
class ChangePool extends Step {
  readonly senders: readonly string[];

  constructor(senders: readonly string[]) {
    super();
    this.senders = senders;
  }

  async act(model: Model, world: World): Promise<void> {
    const { senders } = this;
    const refusal = await world.act((emulator) => emulator.setSharedSenders(senders));
    const owned = model.accounts.some((account) => account.ownsSender && senders.includes(account.sender));
    assert.equal(refusal, owned ? 'conflict' : undefined);
    if (!owned) model.pool = senders;
  }

  describe(): string {
    return `the shared pool is now [${this.senders.join(', ')}]`;
  }
}

/** Sets what the network does with numbers it has no rule for. */
class ChangeCarrier extends Step {
  readonly settings: Model['carrier'];

  constructor(settings: Model['carrier']) {
    super();
    this.settings = settings;
  }

  async act(model: Model, world: World): Promise<void> {
    const { settings } = this;
    await world.act((emulator) => emulator.setCarrier(settings));
    model.carrier = settings;
  }

  describe(): string {
    return `the carrier is set to ${JSON.stringify(this.settings)}`;
  }
}

/** A user acts as the network: marks a message of one of the latest batches delivered or failed. */
class ResolveByHand extends Step {
  readonly back: number;
  readonly index: number;
  readonly delivered: boolean;

  constructor(back: number, index: number, delivered: boolean) {
    super();
    this.back = back;
    this.index = index;
    this.delivered = delivered;
  }

  override check(model: Model): boolean {
    return model.batches.length > this.back && model.batchAt(this.back).messages.length > this.index;
  }

  async act(model: Model, world: World): Promise<void> {
    const { uuid } = model.batchAt(this.back).messages[this.index] as ModelMessage;
    const batch = model.batches.findLast(({ messages }) => messages.some((message) => message.uuid === uuid));
    const message = batch?.messages.find((candidate) => candidate.uuid === uuid) as ModelMessage;
    const { ending } = message;
    const { delivered } = this;
    const refusal = await world.act((emulator) =>
      delivered ? emulator.deliver(uuid) : emulator.fail(uuid.toUpperCase(), '2'),
    );
    const open = ending !== undefined && ending.at > model.now;
    assert.equal(refusal, batch?.state === 'cancelled' ? 'not_found' : open ? undefined : 'conflict');
    if (open) message.ending = { ...ending, at: model.now, delivered, code: delivered ? '00' : '2' };
  }

  describe(): string {
    const verdict = this.delivered ? 'delivered' : 'failed';
    return `marks message ${this.index} of ${nthLatest(this.back)} batch ${verdict} by hand`;
  }
}

const outcomes = fc.constantFrom('deliver', 'deliver', 'fail', 'hold');

export const networkSteps = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.subarray([...POOL, '447700900989', 'SENDER3']).map((senders) => new ChangePool(senders)),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        outcome: outcomes,
        code: fc.constantFrom(undefined, '7f'),
        after: fc.constantFrom(0, 30_000, 3_600_000),
      })
      .map((settings) => new ChangeCarrier(settings)),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(places, fc.nat({ max: 2 }), fc.boolean())
      .map(([back, index, delivered]) => new ResolveByHand(back, index, delivered)),
  },
);
