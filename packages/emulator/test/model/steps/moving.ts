import assert from 'node:assert/strict';
import type { Model } from '../model.ts';
import type { ModelBatch } from '../nouns.ts';
import { whens } from '../parts.ts';
import { TEXTS, type When } from '../scenario.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';
import { SendBatch } from './batches.ts';

/** Moves a pending batch to another time, as clients do: it is cancelled, and sent again under its identifier. */
class MoveBatch extends Step {
  readonly when: When;

  constructor(when: When) {
    super();
    this.when = when;
  }

  override check(model: Model): boolean {
    return movable(model) !== undefined;
  }

  async act(model: Model, world: World): Promise<void> {
    const batch = movable(model) as ModelBatch;
    const { account, units, messages, channels, callback } = batch;
    const answer = await world.send('DELETE', `/batch/${batch.uuid}?key=${account.key}`);
    assert.equal(answer.status, 200);
    model.cancel(batch);
    const draft = {
      from: account.index,
      to: messages.map(({ to }) => to),
      text: TEXTS[units - 1] ?? TEXTS[0],
      when: this.when,
      channels,
      callback,
      id: Number(batch.chosenId?.at(-1)),
      otherSpelling: false,
    };
    const flags = { dryRun: undefined, allowMulti: undefined };
    await new SendBatch(account.index, draft, flags).act(model, world);
  }

  describe(): string {
    return `moves the latest pending batch with an id: it is now sent ${this.when.label}`;
  }
}

function movable({ batches }: Model): ModelBatch | undefined {
  return batches.findLast(({ state, chosenId }) => state === 'pending' && chosenId?.startsWith('batch'));
}

export const movingSteps = whens.map((when) => new MoveBatch(when));
