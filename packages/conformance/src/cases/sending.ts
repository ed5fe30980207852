import type { Account, QueuedMessage } from '@messaging-service/contract';
import { type Asker, type Draft, expectStatus, expectSuccess } from '../probe/probe.ts';
import type { Case } from './case.ts';
import { Unasked, Violation } from '../service/verdict.ts';
import { withAccount } from './accounts.ts';
import { wrongBalance } from './retrieval.ts';

/** Sends one message; unless it says otherwise, far ahead. */
export async function sendOne(asker: Asker, members: Draft = {}): Promise<QueuedMessage> {
  const answer = await asker.succeed('messages.send', { body: { messages: [asker.message(members)] } });
  const [message] = answer.messages;
  if (message === undefined) throw new Violation('no message was answered');
  return message;
}

/** Does something with a message that waits for its time, and cancels it whatever comes of it. */
export async function whilePending<T>(
  asker: Asker,
  work: (message: QueuedMessage) => Promise<T>,
  members: Draft = {},
): Promise<T> {
  const message = await sendOne(asker, members);
  try {
    return await work(message);
  } finally {
    await asker.call('batches.cancel', { path: { batchUuid: message.batchUuid } });
  }
}

function heldCredits(accounts: readonly Account[]): number {
  return accounts.reduce((held, { held_credits }) => held + held_credits, 0);
}

/** What only messages that are queued tell. */
export const sending: readonly Case[] = [
  {
    id: 'scheduling.pending',
    clause: 'BAT-8, MSG-7',
    sentence: 'A scheduled message is a pending batch of its own until it is cancelled with status 200.',
    needs: ['sending'],
    run: async (asker) => {
      const { batchUuid } = await sendOne(asker);
      const pending = (await asker.pendingIdentifiers()).includes(batchUuid);
      expectStatus(await asker.call('batches.cancel', { path: { batchUuid } }), 200);
      if (!pending) throw new Violation('it was not among the pending batches');
      if ((await asker.pendingIdentifiers()).includes(batchUuid))
        throw new Violation('it was still pending when it had been cancelled');
    },
  },
  {
    id: 'scheduling.holds-credits',
    clause: 'SCH-5',
    sentence: 'A scheduled message holds credits, which the balance lacks until cancelling frees them.',
    needs: ['sending', 'organization-key'],
    run: async (asker) => {
      const list = async () => (await asker.succeed('accounts.list')).accounts;
      const before = await list();
      const during = await whilePending(asker, list);
      const after = heldCredits(await list());
      const held = heldCredits(before);
      if (heldCredits(during) === held)
        throw new Unasked('nothing was held: this organization may not use credits');
      // A balance that was wrong before is the fault of another clause.
      const wrong = before.some(wrongBalance) ? undefined : during.map(wrongBalance).find(Boolean);
      if (wrong !== undefined) throw new Violation(`an account that holds credits ${wrong}`);
      if (after !== held) throw new Violation(`${held} credits were held before, and ${after} afterwards`);
    },
  },
  {
    id: 'shared-senders.same-number',
    clause: 'SND-3',
    sentence: 'The same number sees the same shared sender ID of an account.',
    needs: ['sending'],
    run: async (asker) => {
      const from = { type: 'shared' };
      const body = { messages: [asker.message({ from, send_at: undefined })] };
      const first = await asker.succeed('messages.send', { body });
      const second = await asker.succeed('messages.send', { body });
      const [one, other] = [first, second].map(({ messages }) => messages[0]?.from.value);
      if (one !== other) throw new Violation(`it was ${one}, and then ${other}`);
    },
  },
  {
    id: 'shared-senders.locked',
    clause: 'SND-5',
    sentence: 'A shared sender ID that an account used for a number is given to no other account for it.',
    needs: ['sending', 'organization-key'],
    run: async (asker) => {
      const from = { type: 'shared' };
      const body = { messages: [asker.message({ from, send_at: undefined })] };
      const own = await asker.succeed('messages.send', { body });
      await withAccount(asker, async ({ identifier: accountUuid, apiKey: key }) => {
        await asker.succeed('accounts.topUp', { body: { accountUuid, topup: 1 } });
        const other = await asker.call('messages.send', { key, body });
        if (other.status !== 200) throw new Unasked('another account was not given any for this number');
        const [message] = expectSuccess('messages.send', other).messages;
        const used = own.messages[0]?.from.value;
        if (message?.from.value === used) throw new Violation(`both accounts were given ${used}`);
      });
    },
  },
  {
    id: 'add-message.identifiers',
    clause: 'MSG-6',
    sentence: 'Each message has a batch and a message identifier of its own.',
    needs: ['sending'],
    run: async (asker) => {
      const messages = [asker.message(), asker.message()];
      const { messages: queued } = await asker.succeed('messages.send', { body: { messages } });
      for (const { batchUuid } of queued) await asker.call('batches.cancel', { path: { batchUuid } });
      const batches = new Set(queued.map(({ batchUuid }) => batchUuid));
      const identifiers = new Set(queued.map(({ messageUuid }) => messageUuid));
      if (batches.size !== 2 || identifiers.size !== 2) throw new Violation('two messages share one');
    },
  },
  {
    id: 'receipts.counts',
    clause: 'RCP-1, API-3',
    sentence:
      'The receipts of one message count one; details come when asked for, with a plus before the number.',
    needs: ['sending'],
    run: async (asker) => {
      const { batchUuid } = await sendOne(asker, { send_at: undefined });
      const path = { batchUuid };
      const plain = await asker.succeed('batches.receipts', { path });
      const detailed = await asker.succeed('batches.receipts', { path, query: { details: 'true' } });
      if (plain.counts.total !== 1) throw new Violation(`the total was ${plain.counts.total}`);
      if (plain.details !== undefined) throw new Violation('there were details that nobody had asked for');
      const [detail] = detailed.details ?? [];
      if (detail === undefined) throw new Violation('there were no details');
      if (detail.info !== null) throw new Violation('there was info, although no callback was given');
      if (detail.destination !== `+${asker.to.replace(/^\+/, '')}`)
        throw new Violation(`the destination was ${detail.destination}`);
      if (detail.delivered && detail.failed) throw new Violation('it was marked delivered and failed');
    },
  },
  {
    id: 'add-batch.send',
    clause: 'BAT-1, BAT-8',
    sentence: 'A scheduled batch is answered with its identifier, and is pending with all its messages.',
    needs: ['sending', 'sender'],
    run: async (asker) => {
      const { farAhead: at, target, to } = asker;
      const body = { from: target.sender, message: 'Conformance check', destinations: [to], at, send_at: at };
      const { identifier } = await asker.succeed('batches.send', { body });
      const { batches } = await asker.succeed('batches.listPending');
      await asker.call('batches.cancel', { path: { batchUuid: identifier } });
      const pending = batches.find((batch) => batch.identifier === identifier);
      if (pending === undefined) throw new Violation('it was not among the pending batches');
      if (pending.messagecount !== 1) throw new Violation(`it had ${pending.messagecount} messages`);
    },
  },
];
