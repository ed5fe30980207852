import assert from 'node:assert/strict';
import type { Model } from '../model.ts';
import type { ModelBatch } from '../nouns.ts';
import { whens } from '../parts.ts';
import { TEXTS, type When } from '../scenario.ts';
import { step } from '../step.ts';
import { sendBatch } from './batches.ts';

/** Moves a pending batch to another time, as clients do: it is cancelled, and sent again under its identifier. */
function moveBatch(when: When) {
  return step(`moves the latest pending batch with an id: it is now sent ${when.label}`, {
    check: (model) => movable(model) !== undefined,
    act: async (model, world) => {
      const batch = movable(model) as ModelBatch;
      const { account, units, messages, channels, callback } = batch;
      const answer = await world.send('DELETE', `/batch/${batch.uuid}?key=${account.key}`);
      assert.equal(answer.status, 200);
      model.cancel(batch);
      const draft = {
        from: account.index,
        to: messages.map(({ to }) => to),
        text: TEXTS[units - 1] ?? TEXTS[0],
        when,
        channels,
        callback,
        id: Number(batch.chosenId?.at(-1)),
        otherSpelling: false,
      };
      await sendBatch(model, world, account.index, draft, { dryRun: undefined, allowMulti: undefined });
    },
  });
}

function movable({ batches }: Pick<Model, 'batches'>): ModelBatch | undefined {
  return batches.findLast(({ state, chosenId }) => state === 'pending' && chosenId?.startsWith('batch'));
}

export const movingSteps = whens.map(moveBatch);
