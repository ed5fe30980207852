import assert from 'node:assert/strict';
import { nthLatest, places } from '../parts.ts';
import { step } from '../step.ts';

/** A user sends one of the latest webhooks again, whatever its state. EMU-28. */
function sendAgain(back: number) {
  return step(`sends ${nthLatest(back)} webhook again by hand`, {
    act: async (_, world) => {
      const before = world.emulator.webhooks();
      const delivery = before.at(-1 - back);
      if (delivery === undefined) return;
      assert.equal(await world.act((emulator) => void emulator.resendWebhook(delivery.id)), undefined);
      const after = world.emulator.webhooks().find(({ id }) => id === delivery.id);
      assert.equal(after?.attempts.length, delivery.attempts.length + 1);
      const isAccepted = after.attempts.at(-1)?.status === 200;
      assert.equal(after.state, isAccepted ? 'succeeded' : delivery.state);
    },
  });
}

export const webhookSteps = places.map(sendAgain);
