import assert from 'node:assert/strict';
import type { AddMessageResponse, QueuedMessage } from '@messaging-service/contract';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import { type ModelAccount, type ModelBatch, ownsSender } from '../nouns.ts';
import { accounts, dryRuns, ids, numbers, texts, whens } from '../parts.ts';
import { chosenId, HOOKS, scheduledAt, type TEXTS, type When } from '../scenario.ts';
import { step } from '../step.ts';

/** One message of a request, before it is written as JSON. */
interface Draft {
  /** `shared`, or the number of the account whose sender it names. */
  readonly from: 'shared' | number;
  readonly to: string;
  readonly text: (typeof TEXTS)[number];
  readonly when: When;
  readonly channels: readonly string[] | undefined;
  readonly callback: boolean;
  readonly id: number | undefined;
}

/** Why the request is refused as a whole, if it is; in the order in which the service checks. */
function refusalOf(model: Model, account: ModelAccount, drafts: readonly Draft[]): string | undefined {
  if (account.deleted) return 'invalid_key';
  if (drafts.some(({ from }) => from !== 'shared' && !ownsSender(account, from))) return 'sender_not_owned';
  const ids = drafts.flatMap(({ id }) => (id === undefined ? [] : [`message ${id}`]));
  if (new Set(ids).size < ids.length || ids.some((id) => model.isUsed(id))) return 'duplicate_id';
  const shared = drafts.filter(({ from }) => from === 'shared').map(({ to }) => to.replace('+', ''));
  if (shared.some((number) => model.sendersFor(account, number).length === 0))
    return 'shared_sender_unavailable';
  const cost = drafts.reduce((sum, { text }) => sum + text.units, 0);
  return model.canPay(account, cost) ? undefined : 'insufficient_credits';
}

/** A message as the request has it; a shared sender comes from the defaults. */
function written(model: Model, { from, to, text, when, channels, callback, id }: Draft) {
  const at = when.at(model.now);
  return {
    to,
    body: text.text,
    ...(from === 'shared' ? {} : { from: { type: 'custom', value: model.accounts[from]?.sender } }),
    ...(at === undefined ? {} : { send_at: when.write(at) }),
    ...(channels === undefined ? {} : { channels }),
    ...(callback ? { callback: `${HOOKS}/receipts` } : {}),
    // Identifiers are the same in either case.
    ...(id === undefined ? {} : { id: text.units === 1 ? chosenId(id) : chosenId(id).toUpperCase() }),
  };
}

/** The batch in the response, once the response has been checked. */
function planned(
  model: Model,
  account: ModelAccount,
  draft: Draft,
  answer: QueuedMessage | undefined,
): ModelBatch {
  const { to, text, when, channels = ['sms'], callback, id, from } = draft;
  assert.ok(answer, 'each message is answered');
  const request = written(model, draft);
  const sendAt = scheduledAt(when, model.now);
  const { batchUuid, messageUuid, from: sender, ...echo } = answer;
  const { send_at, from: _, ...asked } = request;
  const expected = sendAt === undefined ? asked : { ...asked, send_at };
  assert.deepEqual(echo, { ...expected, scheduled: sendAt !== undefined });
  assert.equal(sender.type, from === 'shared' ? 'shared' : 'custom');
  if (from !== 'shared') assert.equal(sender.value, account.sender);
  if (id !== undefined) assert.equal(messageUuid, chosenId(id));
  return {
    uuid: batchUuid,
    account,
    from: sender.value,
    units: text.units,
    channels,
    callback,
    sendAt,
    messages: [{ uuid: messageUuid, to, ending: undefined, sent: 0 }],
    chosenId: id === undefined ? undefined : `message ${id}`,
    state: 'pending',
  };
}

/** The shared senders are among those the rules allow, and one number has one of them within the request. */
function checkSenders(
  model: Model,
  account: ModelAccount,
  drafts: readonly Draft[],
  answers: readonly QueuedMessage[],
): void {
  const assigned = new Map<string, string>();
  for (const [index, { from, to }] of drafts.entries()) {
    if (from !== 'shared') continue;
    const number = to.replace('+', '');
    const sender = answers[index]?.from.value ?? '';
    assert.ok(model.sendersFor(account, number).includes(sender), `${sender} is not available for ${number}`);
    assert.equal(assigned.get(number) ?? sender, sender, `two shared senders for ${number}`);
    assigned.set(number, sender);
  }
}

function described({ from, to, text, when, channels, callback, id }: Draft): string {
  const sender = from === 'shared' ? 'a shared sender' : `the sender of account ${from}`;
  const extras = [
    channels === undefined ? '' : ` on ${channels.join(', ')}`,
    callback ? ' with a callback' : '',
    id === undefined ? '' : ` as id ${id}`,
  ];
  return `${text.label} to ${to} from ${sender} ${when.label}${extras.join('')}`;
}

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
