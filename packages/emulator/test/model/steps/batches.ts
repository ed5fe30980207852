import assert from 'node:assert/strict';
import type { BatchResponse } from '@messaging-service/contract';
import fc from 'fast-check';
import { ownsSender } from '../drafts.ts';
import type { Model } from '../model.ts';
import type { ModelAccount } from '../nouns.ts';
import { accounts, dryRuns, ids, numbers, texts, whens } from '../parts.ts';
import { chosenId, HOOKS, scheduledAt, type TEXTS, type When } from '../scenario.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

interface BatchDraft {
  readonly from: number;
  readonly to: readonly string[];
  readonly text: (typeof TEXTS)[number];
  readonly when: When;
  readonly channels: readonly string[] | undefined;
  readonly callback: boolean;
  readonly id: number | undefined;
  readonly otherSpelling: boolean;
}

/** Sends a batch by add-batch, for real or as a dry run. */
export class SendBatch extends Step {
  readonly by: number;
  readonly draft: BatchDraft;
  readonly flags: { readonly dryRun: string | undefined; readonly allowMulti: boolean | undefined };

  constructor(by: number, draft: BatchDraft, flags: SendBatch['flags']) {
    super();
    this.by = by;
    this.draft = draft;
    this.flags = flags;
  }

  override check({ accounts: known }: Model): boolean {
    return known.length > Math.max(this.by, this.draft.from);
  }

  async act(model: Model, world: World): Promise<void> {
    const account = model.accounts[this.by] as ModelAccount;
    const { dryRun, allowMulti } = this.flags;
    const query = [
      `key=${account.key}`,
      ...(dryRun === undefined ? [] : [`${dryRun}=1`]),
      ...(allowMulti === undefined ? [] : [`allowMulti=${allowMulti}`]),
    ];
    const refusal = this.#refusal(model, account);
    const { seq } = world.service.core.journal;
    const answer = await world.send('POST', `/batch?${query.join('&')}`, this.#body(model));
    assert.equal(answer.code, refusal);
    if (refusal !== undefined || dryRun !== undefined) {
      assert.equal(world.service.core.journal.seq, seq, 'a refusal or a dry run left a trace');
    } else this.#queue(model, world, account, (answer.body as BatchResponse).identifier);
  }

  #refusal(model: Model, account: ModelAccount): string | undefined {
    const { from, id, text, to } = this.draft;
    if (account.deleted) return 'invalid_key';
    if (!ownsSender(account, from)) return 'sender_not_owned';
    if (id !== undefined && model.isUsed(`batch ${id}`)) return 'duplicate_id';
    if (this.flags.allowMulti === false && text.units > 1) return 'multipart_not_allowed';
    return model.canPay(account, text.units * to.length) ? undefined : 'insufficient_credits';
  }

  #body(model: Model) {
    const { from, to, text, when, channels, callback, id, otherSpelling } = this.draft;
    const at = when.at(model.now);
    const [channel, ...fallback] = channels ?? [];
    return {
      from: model.accounts[from]?.sender,
      message: text.text,
      destinations: to,
      ...(at === undefined ? {} : { [otherSpelling ? 'send_at' : 'at']: when.write(at) }),
      ...(id === undefined ? {} : { [otherSpelling ? 'id' : 'uuid']: chosenId(id) }),
      ...(channel === undefined ? {} : { channel }),
      ...(fallback.length === 0 ? {} : { fallback_channels: fallback }),
      ...(callback ? { callback: `${HOOKS}/unreachable` } : {}),
    };
  }

  #queue(model: Model, world: World, account: ModelAccount, uuid: string): void {
    const { to, text, when, channels = ['sms'], callback, id } = this.draft;
    if (id !== undefined) assert.equal(uuid, chosenId(id));
    const queued = world.emulator.messages({ batch: uuid });
    model.queue({
      uuid,
      account,
      from: account.sender,
      units: text.units,
      channels,
      callback,
      sendAt: scheduledAt(when, model.now),
      messages: to.map((number, index) => ({
        uuid: queued[index]?.messageUuid ?? 'missing',
        to: number,
        ending: undefined,
        sent: 0,
      })),
      chosenId: id === undefined ? undefined : `batch ${id}`,
      state: 'pending',
    });
  }

  describe(): string {
    const { from, to, text, when, channels, callback, id } = this.draft;
    const { dryRun, allowMulti } = this.flags;
    const extras = [
      channels === undefined ? '' : ` on ${channels.join(', ')}`,
      callback ? ' with a callback' : '',
      id === undefined ? '' : ` as id ${id}`,
      allowMulti === undefined ? '' : ` with allowMulti=${allowMulti}`,
    ];
    const how = dryRun === undefined ? 'sends' : `dry-runs (${dryRun})`;
    const sender = from === this.by ? 'its sender' : `the sender of account ${from}`;
    return `account ${this.by} ${how} a batch, ${text.label} to ${to.join(', ')} from ${sender} ${when.label}${extras.join('')}`;
  }
}

const batches = accounts.chain((by) =>
  fc.tuple(
    fc.constant(by),
    fc.record({
      from: fc.oneof({ weight: 10, arbitrary: fc.constant(by) }, { weight: 1, arbitrary: accounts }),
      to: fc.array(numbers, { minLength: 1, maxLength: 5 }),
      text: texts,
      when: whens,
      channels: fc.constantFrom(undefined, ['sms'], ['rcs'], ['rcs', 'sms']),
      callback: fc.boolean(),
      id: ids,
      otherSpelling: fc.boolean(),
    }),
    fc.record({ dryRun: dryRuns, allowMulti: fc.constantFrom(undefined, undefined, true, false) }),
  ),
);

export const batchSteps = batches.map(([by, draft, flags]) => new SendBatch(by, draft, flags));
