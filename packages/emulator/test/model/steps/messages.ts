import assert from 'node:assert/strict';
import type { AddMessageResponse } from '@messaging-service/contract';
import fc from 'fast-check';
import { checkSenders, type Draft, described, planned, refusalOf, written } from '../drafts.ts';
import type { Model } from '../model.ts';
import type { ModelAccount, ModelBatch } from '../nouns.ts';
import { accounts, dryRuns, ids, numbers, texts, whens } from '../parts.ts';
import { step } from '../step.ts';

/** Sends messages by add-message, for real or as a dry run. */
function sendMessages(by: number, drafts: readonly Draft[], dryRun: string | undefined) {
  const how = dryRun === undefined ? 'sends' : `dry-runs (${dryRun})`;
  return step(`account ${by} ${how} ${drafts.map(described).join(' and ')}`, {
    check: ({ accounts: known }) =>
      known.length > by && drafts.every(({ from }) => from === 'shared' || from < known.length),
    act: async (model, world) => {
      const account = model.accounts[by] as ModelAccount;
      const refusal = refusalOf(model, account, drafts);
      const { seq } = world.service.core.journal;
      const flag = dryRun === undefined ? '' : `&${dryRun}=true`;
      const body = {
        messages: drafts.map((draft) => written(model, draft)),
        defaults: { from: { type: 'shared' } },
      };
      const answer = await world.send('POST', `/message?key=${account.key}${flag}`, body);
      assert.equal(answer.code, refusal);
      if (refusal !== undefined || dryRun !== undefined) {
        assert.equal(world.service.core.journal.seq, seq, 'a refusal or a dry run left a trace');
      }
      if (refusal !== undefined) return;
      const { messages: queued } = answer.body as AddMessageResponse;
      const batches = drafts.map((draft, index) => planned(model, account, draft, queued[index]));
      checkSenders(model, account, drafts, queued);
      if (dryRun === undefined) queue(model, account, drafts, batches);
    },
  });
}

function queue(
  model: Model,
  account: ModelAccount,
  drafts: readonly Draft[],
  batches: readonly ModelBatch[],
): void {
  for (const [index, { from, to }] of drafts.entries()) {
    const batch = batches[index] as ModelBatch;
    if (from === 'shared') model.lock(to.replace('+', ''), batch.from, account);
    model.queue(batch);
  }
}

const messages = accounts.chain((by) =>
  fc.tuple(
    fc.constant(by),
    fc.array(
      fc.record({
        from: fc.oneof(
          { weight: 10, arbitrary: fc.constantFrom<'shared' | number>('shared', by) },
          { weight: 1, arbitrary: accounts },
        ),
        to: numbers,
        text: texts,
        when: whens,
        channels: fc.constantFrom(undefined, ['sms'], ['rcs'], ['rcs', 'sms'], ['sms', 'rcs']),
        callback: fc.boolean(),
        id: ids,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    dryRuns,
  ),
);

export const messageSteps = messages.map((request) => sendMessages(...request));
