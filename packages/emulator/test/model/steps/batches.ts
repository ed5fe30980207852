import assert from 'node:assert/strict';
import type { BatchResponse } from '@messaging-service/contract';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import { type ModelAccount, ownsSender } from '../nouns.ts';
import { accounts, dryRuns, ids, numbers, texts, whens } from '../parts.ts';
import { chosenId, HOOKS, scheduledAt, type TEXTS, type When } from '../scenario.ts';
import { step } from '../step.ts';
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

interface BatchFlags {
  readonly dryRun: string | undefined;
  readonly allowMulti: boolean | undefined;
}

/** A step that sends a batch by add-batch, for real or as a dry run. */
function batchStep(by: number, draft: BatchDraft, flags: BatchFlags) {
  return step(described(by, draft, flags), {
    check: ({ accounts: known }) => known.length > Math.max(by, draft.from),
    act: (model, world) => sendBatch(model, world, by, draft, flags),
  });
}

/** Sends a batch from an account, and compares the response with that of the model. */
export async function sendBatch(
  model: Model,
  world: World,
  by: number,
  draft: BatchDraft,
  flags: BatchFlags,
): Promise<void> {
  const account = model.accounts[by] as ModelAccount;
  const { dryRun, allowMulti } = flags;
  const query = [
    `key=${account.key}`,
    ...(dryRun === undefined ? [] : [`${dryRun}=1`]),
    ...(allowMulti === undefined ? [] : [`allowMulti=${allowMulti}`]),
  ];
  const refusal = refusalOf(model, account, draft, flags);
  const { seq } = world.service.core.journal;
  const answer = await world.send('POST', `/batch?${query.join('&')}`, bodyOf(model, draft));
  assert.equal(answer.code, refusal);
  if (refusal !== undefined || dryRun !== undefined) {
    assert.equal(world.service.core.journal.seq, seq, 'a refusal or a dry run left a trace');
  } else queue(model, world, account, draft, (answer.body as BatchResponse).identifier);
}

function refusalOf(
  model: Model,
  account: ModelAccount,
  { from, id, text, to }: BatchDraft,
  { allowMulti }: BatchFlags,
): string | undefined {
  if (account.deleted) return 'invalid_key';
  if (!ownsSender(account, from)) return 'sender_not_owned';
  if (id !== undefined && model.isUsed(`batch ${id}`)) return 'duplicate_id';
  if (allowMulti === false && text.units > 1) return 'multipart_not_allowed';
  return model.canPay(account, text.units * to.length) ? undefined : 'insufficient_credits';
}

function bodyOf(model: Model, draft: BatchDraft) {
  const { from, to, text, when, channels, callback, id, otherSpelling } = draft;
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

function queue(model: Model, world: World, account: ModelAccount, draft: BatchDraft, uuid: string): void {
  const { to, text, when, channels = ['sms'], callback, id } = draft;
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

function described(
  by: number,
  { from, to, text, when, channels, callback, id }: BatchDraft,
  { dryRun, allowMulti }: BatchFlags,
): string {
  const extras = [
    channels === undefined ? '' : ` on ${channels.join(', ')}`,
    callback ? ' with a callback' : '',
    id === undefined ? '' : ` as id ${id}`,
    allowMulti === undefined ? '' : ` with allowMulti=${allowMulti}`,
  ];
  const how = dryRun === undefined ? 'sends' : `dry-runs (${dryRun})`;
  const sender = from === by ? 'its sender' : `the sender of account ${from}`;
  return `account ${by} ${how} a batch, ${text.label} to ${to.join(', ')} from ${sender} ${when.label}${extras.join('')}`;
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

export const batchSteps = batches.map((batch) => batchStep(...batch));
