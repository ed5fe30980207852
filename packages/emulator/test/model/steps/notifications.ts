import { THRESHOLD_TYPES, type ThresholdType } from '@messaging-service/contract';
import fc from 'fast-check';
import type { ModelAccount } from '../nouns.ts';
import { accounts } from '../parts.ts';
import { HOOKS } from '../scenario.ts';
import { step } from '../step.ts';

/** Creates a notification for an account; the check of the journal decides when the warnings must follow. */
function createNotification(index: number, type: ThresholdType, threshold: number) {
  return step(`watches ${type} ${threshold} of account ${index}`, {
    check: (model) => model.accounts.length > index,
    act: async (model, world) => {
      const { uuid } = model.accounts[index] as ModelAccount;
      const notification = {
        url: `${HOOKS}/credits`,
        threshold_type: type,
        threshold_value: threshold,
      };
      await world.act((emulator) => emulator.createNotification(uuid, notification));
    },
  });
}

/** The customer's receiver of webhooks fails, or works again. */
function turnReceiver(up: boolean) {
  return step(`the webhook receiver ${up ? 'works again' : 'fails'}`, {
    act: async (_model, world) => {
      await world.call((here) => {
        here.receiverUp = up;
      });
    },
  });
}

const thresholds = fc
  .constantFrom(...THRESHOLD_TYPES)
  .chain((type) =>
    fc.tuple(
      accounts,
      fc.constant(type),
      type.endsWith('_percentage') ? fc.constantFrom(0, 0.25, 0.5, 1) : fc.constantFrom(0, 1, 4, 10, 20),
    ),
  );

export const notificationSteps = fc.oneof(
  {
    weight: 2,
    arbitrary: thresholds.map((watched) => createNotification(...watched)),
  },
  { weight: 1, arbitrary: fc.boolean().map(turnReceiver) },
);
