import assert from 'node:assert/strict';
import type { AccountsResponse, PendingBatchesResponse } from '@messaging-service/contract';
import type { StateIndex } from '@messaging-service/emulator/core';
import { createIndex } from '@messaging-service/emulator/core';
import { hostOf } from '@messaging-service/emulator/host';
import type { Model } from './model.ts';
import { costOf, floorOf, type ModelAccount, type ModelBatch } from './nouns.ts';
import { assertSameLines } from './same-lines.ts';
import type { World } from './world.ts';

/** The conditions after every step of any kind. */
export async function checkInvariants(model: Model, world: World): Promise<void> {
  assert.equal(world.now, model.now, 'the current time');
  world.history.hear(world.emulator.journal(), model.now);
  await checkAccounts(model, world);
  for (const account of model.accounts) await checkPending(model, world, account);
  assertSameLines(messagesOf(world), messagesExpected(model), 'the messages');
  checkIndex(world);
}

/** What is kept beside the state is what a restore computes from it. */
function checkIndex({ emulator }: World): void {
  const { state } = hostOf(emulator).service.core;
  const { batches, received, notifications, deliveries } = state;
  const parts = { batches: batches.values(), received, notifications: notifications.values() };
  const expected = createIndex({ ...parts, deliveries: deliveries.values() });
  const uuids = (items: Iterable<{ readonly uuid: string }>) => Array.from(items, ({ uuid }) => uuid);
  const all = ({
    messages,
    pending,
    due,
    dueTo,
    receivedFrom,
    notificationsOf,
    deliveries: sent,
  }: StateIndex) => ({
    messages: uuids(messages),
    pending: uuids(pending),
    due: uuids(due),
    dueTo: Array.from(dueTo, ([number, list]) => [number, ...uuids([list].flat())].join()),
    received: [...receivedFrom.keys()],
    notifications: Array.from(notificationsOf.values(), uuids),
    deliveries: sent.map(({ id }) => id),
  });
  assert.deepEqual(all(state.index), all(expected), 'the index of the state');
}

/** The lists of both organizations together are the accounts of the model, with the same credits. */
async function checkAccounts(model: Model, world: World): Promise<void> {
  for (const organization of model.organizations) {
    const { body } = await world.request('GET', `/account?key=${organization.key}`);
    const { accounts } = body as AccountsResponse;
    const expected = model.accounts.filter((account) => account.organization === organization);
    assert.equal(accounts.length, expected.length, 'the accounts of an organization');
    for (const [index, listed] of accounts.entries()) {
      const { paid_credits: paid, packaged_credits: packaged, held_credits: held, credits } = listed;
      assert.equal(credits, paid.remaining + packaged.remaining - held, 'balance = paid + packaged - held');
      assert.ok(packaged.remaining >= 0, `packaged credits are ${packaged.remaining}, below zero`);
      const account = expected[index] as ModelAccount;
      assert.deepEqual(
        { identifier: listed.identifier, deleted: listed.deleted, schedule: listed.schedule, held },
        {
          identifier: account.uuid,
          deleted: account.deleted,
          schedule: account.schedule,
          held: model.held(account),
        },
        `account ${account.index}`,
      );
      assert.deepEqual(
        [paid.remaining, packaged.remaining],
        [account.paid, account.packaged],
        'paid, packaged',
      );
      assert.equal(listed.mo.mo_webhook_url, account.hook, 'the inbound webhook');
      assert.deepEqual([paid.allow_negative, paid.negative_limit], [account.allowNegative, account.limit]);
      assert.ok(
        account.belowFloor || paid.remaining >= floorOf(account),
        'paid credits are below their floor',
      );
    }
  }
}

/** The held credits of an account are those of the batches that it sees as pending. */
async function checkPending(model: Model, world: World, account: ModelAccount): Promise<void> {
  if (account.deleted) return;
  const { body } = await world.request('GET', `/batch?key=${account.key}`);
  const { batches } = body as PendingBatchesResponse;
  const pending = model.pendingOf(account);
  assert.deepEqual(
    batches.map(({ identifier, messagecount, unitcount, at }) => [
      identifier,
      messagecount,
      unitcount,
      Date.parse(at),
    ]),
    pending.map(({ uuid, messages, units, sendAt = 0 }) => [uuid, messages.length, units, toSecond(sendAt)]),
    `the pending batches of account ${account.index}`,
  );
  const cost = account.organization.usesCredits ? pending.reduce((sum, batch) => sum + costOf(batch), 0) : 0;
  assert.equal(cost, model.held(account), 'held = the cost of what is pending');
}

function toSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}

function messagesOf({ emulator }: World): string[] {
  return emulator
    .messages()
    .map(({ batchUuid, messageUuid, to, from, state, channel, receipt }) =>
      [batchUuid, messageUuid, to, from, state, channel ?? '-', receipt?.code ?? '-'].join(' '),
    );
}

function messagesExpected({ batches, now }: Model): string[] {
  return batches
    .filter(({ state }) => state !== 'cancelled')
    .flatMap((batch) => batch.messages.map((message) => expectedMessage(batch, message, now)));
}

function expectedMessage(
  batch: ModelBatch,
  { uuid, to, ending }: ModelBatch['messages'][number],
  now: number,
): string {
  const over = ending !== undefined && ending.at <= now;
  const verdict = ending?.delivered === true ? 'delivered' : 'failed';
  const state = ending === undefined ? 'scheduled' : over ? verdict : 'sent';
  return [batch.uuid, uuid, to, batch.from, state, ending?.channel ?? '-', over ? ending.code : '-'].join(
    ' ',
  );
}
