import { THRESHOLD_TYPES, type ThresholdType } from '@messaging-service/contract';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelAccount } from '../nouns.ts';
import { accounts } from '../parts.ts';
import { HOOKS } from '../scenario.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

/** Creates a notification for an account; the check of the journal decides when the warnings must follow. */
class CreateNotification extends Step {
  readonly index: number;
  readonly type: ThresholdType;
  readonly threshold: number;

  constructor(index: number, type: ThresholdType, threshold: number) {
    super();
    this.index = index;
    this.type = type;
    this.threshold = threshold;
  }

  override check(model: Model): boolean {
    return model.accounts.length > this.index;
  }

  async act(model: Model, world: World): Promise<void> {
    const { uuid } = model.accounts[this.index] as ModelAccount;
    const notification = {
      url: `${HOOKS}/credits`,
      threshold_type: this.type,
      threshold_value: this.threshold,
    };
    await world.act((emulator) => emulator.createNotification(uuid, notification));
  }

  describe(): string {
    return `watches ${this.type} ${this.threshold} of account ${this.index}`;
  }
}

/** The customer's receiver of webhooks fails, or works again. */
class TurnReceiver extends Step {
  readonly up: boolean;

  constructor(up: boolean) {
    super();
    this.up = up;
  }

  async act(_model: Model, world: World): Promise<void> {
    const { up } = this;
    await world.call((here) => {
      here.receiverUp = up;
    });
  }

  describe(): string {
    return `the webhook receiver ${this.up ? 'works again' : 'fails'}`;
  }
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
    arbitrary: thresholds.map(([index, type, threshold]) => new CreateNotification(index, type, threshold)),
  },
  { weight: 1, arbitrary: fc.boolean().map((up) => new TurnReceiver(up)) },
);
