import type { Account, CreateAccountResponse } from '@messaging-service/contract';
import { withAccount, wrongBalance } from '../probe/accounts.ts';
import { listPending } from '../probe/dry-runs.ts';
import { expectSuccess } from '../probe/expectations.ts';
import { SHARED, sendOne, sendShared, whilePending } from '../probe/messages.ts';
import { firstOf } from '../probe/probe.ts';
import { Skipped, Violation } from '../service/verdict.ts';
import type { Case } from './case.ts';

function heldCredits(accounts: readonly Account[]): number {
  return accounts.reduce((held, { held_credits }) => held + held_credits, 0);
}

/** Behavior that only queued messages show. */
export const sending: readonly Case[] = [
  {
    id: 'scheduling.pending',
    clause: 'BAT-8, BAT-9, MSG-7',
    sentence: 'A scheduled message is a pending batch until it is cancelled with status 200.',
    needs: ['sending'],
    run: async (probe) => {
      const { batchUuid } = await sendOne(probe);
      const pending = (await listPending(probe)).includes(batchUuid);
      await probe.expect(200, 'batches.cancel', { path: { batchUuid } });
      if (!pending) throw new Violation('it was not among the pending batches');
      if ((await listPending(probe)).includes(batchUuid))
        throw new Violation('it was still pending after it was cancelled');
    },
  },
  {
    id: 'scheduling.holds-credits',
    clause: 'SCH-5, CRD-1, BAT-9',
    sentence: 'A scheduled message holds credits, which reduces the balance until it is cancelled.',
    needs: ['sending', 'organization-key'],
    run: async (probe) => {
      const list = async () => (await probe.succeed('accounts.list')).accounts;
      const before = await list();
      const during = await whilePending(probe, list);
      const after = heldCredits(await list());
      const held = heldCredits(before);
      if (heldCredits(during) === held)
        throw new Skipped('no credits were held: the organization may not use credits');
      // Another case reports a balance that was wrong before.
      const wrong = before.some(wrongBalance) ? undefined : during.map(wrongBalance).find(Boolean);
      if (wrong !== undefined) throw new Violation(`an account that holds credits ${wrong}`);
      if (after !== held) throw new Violation(`${held} credits were held before, and ${after} afterward`);
    },
  },
  {
    id: 'shared-senders.same-number',
    clause: 'SND-3',
    sentence: 'An account sends to the same number with the same shared sender ID.',
    needs: ['sending'],
    run: async (probe) => {
      const { from: one } = await sendShared(probe);
      const { from: other } = await sendShared(probe);
      if (one.value !== other.value) throw new Violation(`it was ${one.value}, and then ${other.value}`);
    },
  },
  {
    id: 'shared-senders.locked',
    clause: 'SND-5',
    sentence:
      'A shared sender ID that an account used for a number is not assigned to another account for that number.',
    needs: ['sending', 'organization-key'],
    run: async (probe) => {
      const own = await sendShared(probe);
      const send = async ({ apiKey: key }: CreateAccountResponse) => {
        const messages = [probe.message({ from: SHARED, send_at: undefined })];
        const response = await probe.call('messages.send', { key, body: { messages } });
        if (response.status !== 200)
          throw new Skipped('no shared sender ID was assigned to another account for this number');
        const { from } = firstOf(expectSuccess('messages.send', response).messages);
        if (from.value === own.from.value) throw new Violation(`both accounts sent with ${from.value}`);
      };
      await withAccount(probe, send, 1);
    },
  },
  {
    id: 'add-message.identifiers',
    clause: 'MSG-6, MSG-7',
    sentence: 'Each message has its own batch UUID and message UUID.',
    needs: ['sending'],
    run: async (probe) => {
      const messages = [probe.message(), probe.message()];
      const { messages: queued } = await probe.succeed('messages.send', { body: { messages } });
      for (const { batchUuid } of queued) await probe.call('batches.cancel', { path: { batchUuid } });
      const batches = new Set(queued.map(({ batchUuid }) => batchUuid));
      const identifiers = new Set(queued.map(({ messageUuid }) => messageUuid));
      if (batches.size !== 2 || identifiers.size !== 2)
        throw new Violation('two messages share an identifier');
    },
  },
  {
    id: 'receipts.counts',
    clause: 'RCP-1, RCP-2, RCP-3, API-3',
    sentence:
      'The receipts of one message count one message; details are returned on request, with a plus in the number.',
    needs: ['sending'],
    run: async (probe) => {
      const { batchUuid } = await sendOne(probe, { send_at: undefined });
      const path = { batchUuid };
      const plain = await probe.succeed('batches.receipts', { path });
      const detailed = await probe.succeed('batches.receipts', { path, query: { details: 'true' } });
      if (plain.counts.total !== 1) throw new Violation(`the total was ${plain.counts.total}`);
      if (plain.details !== undefined) throw new Violation('there were details without details=true');
      const [detail] = detailed.details ?? [];
      if (detail === undefined) throw new Violation('there were no details');
      if (detail.info !== null) throw new Violation('info was set, although the message had no callback');
      if (detail.destination !== `+${probe.to.replace(/^\+/, '')}`)
        throw new Violation(`the destination was ${detail.destination}`);
      if (detail.delivered && detail.failed)
        throw new Violation('it was marked as both delivered and failed');
    },
  },
  {
    id: 'add-batch.send',
    clause: 'BAT-2, BAT-8',
    sentence: 'A scheduled batch returns its identifier, and is pending with all its messages.',
    needs: ['sending', 'sender'],
    run: async (probe) => {
      const { identifier } = await probe.succeed('batches.send', { body: probe.batch() });
      const { batches } = await probe.succeed('batches.listPending');
      await probe.call('batches.cancel', { path: { batchUuid: identifier } });
      const pending = batches.find((batch) => batch.identifier === identifier);
      if (pending === undefined) throw new Violation('it was not among the pending batches');
      if (pending.messagecount !== 1) throw new Violation(`it had ${pending.messagecount} messages`);
    },
  },
];
