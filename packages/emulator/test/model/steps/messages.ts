import assert from 'node:assert/strict';
import type { AddMessageResponse } from '@messaging-service/contract';
import fc from 'fast-check';
import { checkSenders, type Draft, described, planned, refusalOf, written } from '../drafts.ts';
import type { Model } from '../model.ts';
import type { ModelAccount, ModelBatch } from '../nouns.ts';
import { accounts, dryRuns, ids, numbers, texts, whens } from '../parts.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

/** Sends messages by add-message, for real or as a dry run. */
class SendMessages extends Step {
  readonly by: number;
  readonly drafts: readonly Draft[];
  readonly dryRun: string | undefined;

  constructor(by: number, drafts: readonly Draft[], dryRun: string | undefined) {
    super();
    this.by = by;
    this.drafts = drafts;
    this.dryRun = dryRun;
  }

  override check({ accounts }: Model): boolean {
    return (
      accounts.length > this.by &&
      this.drafts.every(({ from }) => from === 'shared' || from < accounts.length)
    );
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[this.by] as ModelAccount;
    const refusal = refusalOf(model, account, this.drafts);
    const { seq } = world.service.core.journal;
    const flag = this.dryRun === undefined ? '' : `&${this.dryRun}=true`;
    const body = {
      messages: this.drafts.map((draft) => written(model, draft)),
      defaults: { from: { type: 'shared' } },
    };
    const answer = await world.send('POST', `/message?key=${account.key}${flag}`, body);
    assert.equal(answer.code, refusal);
    if (refusal !== undefined || this.dryRun !== undefined) {
      assert.equal(world.service.core.journal.seq, seq, 'a refusal or a dry run left a trace');
    }
    if (refusal !== undefined) return;
    const { messages } = answer.body as AddMessageResponse;
    const batches = this.drafts.map((draft, index) => planned(model, account, draft, messages[index]));
    checkSenders(model, account, this.drafts, messages);
    if (this.dryRun === undefined) this.#queue(model, account, batches);
  }

  #queue(model: Model, account: ModelAccount, batches: readonly ModelBatch[]): void {
    for (const [index, { from, to }] of this.drafts.entries()) {
      const batch = batches[index] as ModelBatch;
      if (from === 'shared') model.lock(to.replace('+', ''), batch.from, account);
      model.queue(batch);
    }
  }

  describe(): string {
    const how = this.dryRun === undefined ? 'sends' : `dry-runs (${this.dryRun})`;
    return `account ${this.by} ${how} ${this.drafts.map(described).join(' and ')}`;
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

export const messageSteps = messages.map(([by, drafts, dryRun]) => new SendMessages(by, drafts, dryRun));
