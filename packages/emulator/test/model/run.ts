import fc from 'fast-check';
import { begin } from './begin.ts';
import { checkEnding } from './ending.ts';
import type { Command } from './step.ts';
import { accountSteps } from './steps/accounts.ts';
import { batchSteps } from './steps/batches.ts';
import { faultSteps } from './steps/faults.ts';
import { handsetSteps } from './steps/handsets.ts';
import { messageSteps } from './steps/messages.ts';
import { movingSteps } from './steps/moving.ts';
import { networkSteps } from './steps/network.ts';
import { notificationSteps } from './steps/notifications.ts';
import { pendingSteps } from './steps/pending.ts';
import { timeSteps } from './steps/time.ts';
import { topUpSteps } from './steps/top-ups.ts';
import { webhookSteps } from './steps/webhooks.ts';

/** How often each group of commands comes. */
const commands: fc.Arbitrary<Command> = fc.oneof(
  { weight: 24, arbitrary: messageSteps },
  { weight: 14, arbitrary: batchSteps },
  { weight: 12, arbitrary: pendingSteps },
  { weight: 6, arbitrary: movingSteps },
  { weight: 10, arbitrary: accountSteps },
  { weight: 6, arbitrary: topUpSteps },
  { weight: 6, arbitrary: handsetSteps },
  { weight: 9, arbitrary: notificationSteps },
  { weight: 8, arbitrary: networkSteps },
  { weight: 2, arbitrary: faultSteps },
  { weight: 4, arbitrary: webhookSteps },
  { weight: 20, arbitrary: timeSteps },
);

/** How long and how often. */
export interface RunOptions extends Pick<fc.Parameters, 'numRuns' | 'seed' | 'path'> {
  readonly maxCommands: number;
}

/**
 * Runs random commands against model and emulator, and checks everything after each command and at the end.
 *
 * @returns How many calls were made in total.
 */
export async function runModel({ maxCommands, ...parameters }: RunOptions): Promise<number> {
  const sequences = fc.commands([commands], { maxCommands, size: 'max' });
  const cuts = fc.nat({ max: maxCommands });
  let calls = 0;
  const property = fc.asyncProperty(sequences, cuts, async (sequence, cut) => {
    const both = await begin();
    await fc.asyncModelRun(() => both, sequence);
    await checkEnding(both.real, cut);
    calls += both.real.calls.length;
  });
  await fc.assert(property, parameters);
  return calls;
}
