import assert from 'node:assert/strict';
import fc from 'fast-check';
import { step } from '../step.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Lets time pass. */
function advance(ms: number) {
  const minutes = ms / MINUTE_MS;
  return step(`${minutes >= 1 ? `${minutes} min` : `${ms} ms`} pass`, {
    act: async (model, world) => {
      await world.slowCall(({ emulator }) => emulator.clock.advance(ms));
      model.advanceTo(model.now + ms);
    },
  });
}

/** Lets time pass up to the next job. Webhooks also decide which job that is, so the model gets the time, and only sets a bound. */
const next = step('the next job becomes due', {
  act: async (model, world) => {
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
  },
});

const spans = fc.oneof(
  fc.constantFrom(1, 1_000, 5 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS),
  fc.integer({ min: 0, max: 36 * HOUR_MS }),
);

export const timeSteps = fc.oneof(
  { weight: 3, arbitrary: spans.map(advance) },
  { weight: 1, arbitrary: fc.constant(next) },
);
