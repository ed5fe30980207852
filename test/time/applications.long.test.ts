import { afterAll, describe, expect, test } from 'vitest';
import { type Application, applications } from './applications.ts';
import { sortedByInstant } from './effects.ts';
import { runApplication } from './run-application.ts';
import { missingFor, Stage } from './stage.ts';

const stage = new Stage();

afterAll(() => stage[Symbol.asyncDispose]());

/** One run of each: every run is compared with the same effects. `npm run --prefix test/time table` makes twenty. */
describe('one advance by 25 hours has the same effects, at the same times, in each run of an application (EMU-17)', () => {
  for (const application of applications) {
    const missing = missingFor(application);
    const title = missing === undefined ? application.name : `${application.name} (skipped: ${missing})`;
    test.skipIf(missing !== undefined)(title, { retry: 0 }, async () => {
      await expectSameEffects(application);
    });
  }
});

async function expectSameEffects(application: Application): Promise<void> {
  const { effects, messages } = await runApplication(application, await stage.environmentFor(application));
  const inOrder = application.isRace === true ? sortedByInstant : (lines: readonly string[]) => lines;
  expect(inOrder(effects)).toEqual(inOrder(application.effects));
  const sent = application.effects.filter((line) => line.includes(' sent '));
  expect(messages).toEqual(sent.map((line) => line.replace(' sent', '')));
}
