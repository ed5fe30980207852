import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelMessage } from '../nouns.ts';
import { nthLatest, places } from '../parts.ts';
import { POOL } from '../scenario.ts';
import { step } from '../step.ts';

/** Replaces the pool of shared senders; a sender that an account owns cannot be in it. */
function changePool(senders: readonly string[]) {
  return step(`the shared pool is now [${senders.join(', ')}]`, {
    act: async (model, world) => {
      const refusal = await world.act((emulator) => emulator.setSharedSenders(senders));
      const owned = model.accounts.some((account) => account.ownsSender && senders.includes(account.sender));
      assert.equal(refusal, owned ? 'conflict' : undefined);
      if (!owned) model.pool = senders;
    },
  });
}

/** Sets what the network does with numbers it has no rule for. */
function changeCarrier(settings: Model['carrier']) {
  return step(`the carrier is set to ${JSON.stringify(settings)}`, {
    act: async (model, world) => {
      await world.act((emulator) => emulator.setCarrier(settings));
      model.carrier = settings;
    },
  });
}

/** A user acts as the network: marks a message of one of the latest batches delivered or failed. */
function resolveByHand(back: number, index: number, delivered: boolean) {
  const verdict = delivered ? 'delivered' : 'failed';
  return step(`marks message ${index} of ${nthLatest(back)} batch ${verdict} by hand`, {
    check: (model) => model.batches.length > back && model.batchAt(back).messages.length > index,
    act: async (model, world) => {
      const { uuid } = model.batchAt(back).messages[index] as ModelMessage;
      const batch = model.batches.findLast(({ messages }) =>
        messages.some((message) => message.uuid === uuid),
      );
      const message = batch?.messages.find((candidate) => candidate.uuid === uuid) as ModelMessage;
      const { ending } = message;
      const refusal = await world.act((emulator) =>
        delivered ? emulator.deliver(uuid) : emulator.fail(uuid.toUpperCase(), '2'),
      );
      const open = ending !== undefined && ending.at > model.now;
      assert.equal(refusal, batch?.state === 'cancelled' ? 'not_found' : open ? undefined : 'conflict');
      if (open) message.ending = { ...ending, at: model.now, delivered, code: delivered ? '00' : '2' };
    },
  });
}

const outcomes = fc.constantFrom('deliver', 'deliver', 'fail', 'hold');

export const networkSteps = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.subarray([...POOL, '447700900989', 'SENDER3']).map(changePool),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        outcome: outcomes,
        code: fc.constantFrom(undefined, '7f'),
        after: fc.constantFrom(0, 30_000, 3_600_000),
      })
      .map(changeCarrier),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(places, fc.nat({ max: 2 }), fc.boolean()).map((message) => resolveByHand(...message)),
  },
);
