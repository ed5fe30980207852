import assert from 'node:assert/strict';
import type { ReceiptSummary } from '@messaging-service/contract';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelAccount, ModelBatch } from '../nouns.ts';
import { accounts, nthLatest, places, rarely } from '../parts.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

/** Why an account cannot reach a batch: another's does not exist for it, and neither does a cancelled one. */
function accessProblem(batch: ModelBatch, account: ModelAccount): string | undefined {
  if (account.deleted) return 'invalid_key';
  return batch.account !== account || batch.state === 'cancelled' ? 'batch_not_found' : undefined;
}

/** Asks to cancel one of the latest batches, sometimes with another account's key. */
class CancelBatch extends Step {
  readonly back: number;
  readonly stranger: number | undefined;

  constructor(back: number, stranger: number | undefined) {
    super();
    this.back = back;
    this.stranger = stranger;
  }

  override check({ batches, accounts: known }: Model): boolean {
    return batches.length > this.back && known.length > (this.stranger ?? 0);
  }

  async act(model: Model, world: World): Promise<void> {
    const batch = model.batchAt(this.back);
    const account =
      (this.stranger === undefined ? undefined : model.accounts[this.stranger]) ?? batch.account;
    const refusal =
      accessProblem(batch, account) ?? (batch.state === 'pending' ? undefined : 'batch_not_pending');
    const answer = await world.send('DELETE', `/batch/${batch.uuid.toUpperCase()}?key=${account.key}`);
    assert.equal(answer.code, refusal);
    if (refusal === undefined) model.cancel(batch);
  }

  describe(): string {
    const who = this.stranger === undefined ? 'its account' : `account ${this.stranger}`;
    return `${who} cancels ${nthLatest(this.back)} batch`;
  }
}

/** Reads the receipts of one of the latest batches. */
class ReadReceipts extends Step {
  readonly back: number;
  readonly details: boolean;

  constructor(back: number, details: boolean) {
    super();
    this.back = back;
    this.details = details;
  }

  override check({ batches }: Model): boolean {
    return batches.length > this.back;
  }

  async act(model: Model, world: World): Promise<void> {
    const batch = model.batchAt(this.back);
    const { account, uuid, messages } = batch;
    const answer = await world.send('GET', `/batch/${uuid}?key=${account.key}&details=${this.details}`);
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
    assert.deepEqual(lines, this.details ? expected : undefined);
  }

  describe(): string {
    return `reads the receipts of ${nthLatest(this.back)} batch${this.details ? ', with details' : ''}`;
  }
}

export const pendingSteps = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(places, rarely(accounts, 8))
      .map(([back, stranger]) => new CancelBatch(back, stranger)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(places, fc.boolean()).map(([back, details]) => new ReadReceipts(back, details)),
  },
);
