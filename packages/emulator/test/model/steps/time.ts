import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Lets time pass. */
class Advance extends Step {
  readonly ms: number;

  constructor(ms: number) {
    super();
    this.ms = ms;
  }

  async act(model: Model, world: World): Promise<void> {
    const { ms } = this;
    await world.slowCall(({ emulator }) => emulator.clock.advance(ms));
    model.advanceTo(model.now + ms);
  }

  describe(): string {
    const minutes = this.ms / MINUTE_MS;
    return `${minutes >= 1 ? `${minutes} min` : `${this.ms} ms`} pass`;
  }
}

/** Lets time pass up to the next job. Webhooks also decide which job that is, so the model gets the time, and only sets a bound. */
class Next extends Step {
  async act(model: Model, world: World): Promise<void> {
    const before = model.now;
    const expected = model.nextAt();
    const { now } = await world.slowCall(({ emulator }) => emulator.clock.next());
    const at = now.getTime();
    assert.ok(
      at >= before && at <= Math.max(before, expected === Infinity ? at : expected),
      'next passed a job',
    );
    if (at > before)
      assert.equal(world.emulator.journal().at(-1)?.at, at, 'nothing happened at the next job');
    else assert.equal(expected, Infinity, 'next found nothing to do');
    model.advanceTo(at);
  }

  describe(): string {
    return 'the next job becomes due';
  }
}

const spans = fc.oneof(
  fc.constantFrom(1, 1_000, 5 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS),
  fc.integer({ min: 0, max: 36 * HOUR_MS }),
);

export const timeSteps = fc.oneof(
  { weight: 3, arbitrary: spans.map((ms) => new Advance(ms)) },
  { weight: 1, arbitrary: fc.constant(new Next()) },
);
