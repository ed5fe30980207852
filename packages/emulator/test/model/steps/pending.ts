import assert from 'node:assert/strict';
import type { ReceiptSummary } from '@messaging-service/contract';
import fc from 'fast-check';
import type { ModelAccount, ModelBatch } from '../nouns.ts';
import { accounts, nthLatest, places, rarely } from '../parts.ts';
import { step } from '../step.ts';

/** Why an account cannot reach a batch: another's does not exist for it, and neither does a cancelled one. */
function accessProblem(batch: ModelBatch, account: ModelAccount): string | undefined {
  if (account.deleted) return 'invalid_key';
  return batch.account !== account || batch.state === 'cancelled' ? 'batch_not_found' : undefined;
}

/** Asks to cancel one of the latest batches, sometimes with another account's key. */
function cancelBatch(back: number, stranger: number | undefined) {
  const who = stranger === undefined ? 'its account' : `account ${stranger}`;
  return step(`${who} cancels ${nthLatest(back)} batch`, {
    check: (model) => model.batches.length > back && model.accounts.length > (stranger ?? 0),
    act: async (model, world) => {
      const batch = model.batchAt(back);
      const account = (stranger === undefined ? undefined : model.accounts[stranger]) ?? batch.account;
      const refusal =
        accessProblem(batch, account) ?? (batch.state === 'pending' ? undefined : 'batch_not_pending');
      const answer = await world.send('DELETE', `/batch/${batch.uuid.toUpperCase()}?key=${account.key}`);
      assert.equal(answer.code, refusal);
      if (refusal === undefined) model.cancel(batch);
    },
  });
}

/** Reads the receipts of one of the latest batches. */
function readReceipts(back: number, withDetails: boolean) {
  return step(`reads the receipts of ${nthLatest(back)} batch${withDetails ? ', with details' : ''}`, {
    check: (model) => model.batches.length > back,
    act: async (model, world) => {
      const batch = model.batchAt(back);
      const { account, uuid, messages } = batch;
      const answer = await world.send('GET', `/batch/${uuid}?key=${account.key}&details=${withDetails}`);
      const refusal = accessProblem(batch, account);
      assert.equal(answer.code, refusal);
      if (refusal !== undefined) return;
      const over = messages.map(({ ending }) =>
        ending !== undefined && ending.at <= model.now ? ending : undefined,
      );
      const delivered = over.filter((ending) => ending?.delivered === true).length;
      const failed = over.filter((ending) => ending?.delivered === false).length;
      const { counts, details } = answer.body as ReceiptSummary;
      assert.deepEqual(counts, { total: messages.length, delivered, failed });
      const lines = details?.map(({ destination, messageuuid, info, ...flags }) =>
        [messageuuid, destination, flags.delivered, flags.failed, info?.code].join(' '),
      );
      const expected = messages.map(({ uuid: id, to }, index) => {
        const ending = over[index];
        const info = batch.callback ? ending?.code : undefined;
        return [
          id,
          `+${to.replace('+', '')}`,
          ending?.delivered === true,
          ending?.delivered === false,
          info,
        ].join(' ');
      });
      assert.deepEqual(lines, withDetails ? expected : undefined);
    },
  });
}

export const pendingSteps = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.tuple(places, rarely(accounts, 8)).map((batch) => cancelBatch(...batch)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(places, fc.boolean()).map((batch) => readReceipts(...batch)),
  },
);
