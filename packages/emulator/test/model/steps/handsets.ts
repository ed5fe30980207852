import assert from 'node:assert/strict';
import type { InboundMessage } from '@messaging-service/contract';
import fc from 'fast-check';
import type { Model } from '../model.ts';
import type { ModelAccount } from '../nouns.ts';
import { accounts, numbers } from '../parts.ts';
import { POOL } from '../scenario.ts';
import { step } from '../step.ts';

/**
 * A handset writes to a custom sender, or to a shared one.
 *
 * @param to - The account whose sender it is, or a shared sender.
 */
function writeToSender(from: string, to: number | string) {
  const receiverName = typeof to === 'string' ? to : `the sender of account ${to}`;
  return step(`the handset ${from} writes to ${receiverName}`, {
    check: (model) => typeof to === 'string' || model.accounts.length > to,
    act: async (model, world) => {
      const sender = typeof to === 'string' ? to : (model.accounts[to]?.sender ?? '');
      const number = from.replace('+', '');
      const owner = model.accounts.find((account) => account.ownsSender && account.sender === sender);
      const lock = model.locks.find(
        (candidate) => candidate.number === number && candidate.sender === sender,
      );
      const receiver = owner ?? lock?.account;
      let payload: InboundMessage | undefined;
      const refusal = await world.act((emulator) => {
        payload = emulator.handset(from).reply('Hi', { to: sender });
      });
      const heard = receiver !== undefined && !receiver.deleted ? receiver : undefined;
      assert.equal(refusal, heard === undefined ? 'not_found' : undefined);
      if (heard === undefined) return;
      assert.equal(payload?.account_uuid, heard.uuid);
      assert.equal(payload.from, Number(number));
      const repliedTo = lastSent(model, heard, sender, number);
      assert.equal(payload.batch_uuid, repliedTo?.batch.uuid ?? null);
      assert.equal(payload.message_uuid, repliedTo?.message.uuid ?? null);
      assert.equal(payload.channel, repliedTo?.message.ending?.channel ?? 'sms');
    },
  });
}

/** The latest message the carrier took from the sender to the number. */
function lastSent({ batches }: Model, account: ModelAccount, sender: string, number: string) {
  const [latest] = batches
    .filter((batch) => batch.account === account && batch.from === sender)
    .flatMap((batch) => batch.messages.map((message) => ({ batch, message })))
    .filter(({ message }) => message.sent > 0 && message.to.replace('+', '') === number)
    .toSorted((a, b) => b.message.sent - a.message.sent);
  return latest;
}

export const handsetSteps = fc
  .tuple(numbers, fc.oneof({ weight: 3, arbitrary: accounts }, fc.constantFrom(...POOL)))
  .map((parties) => writeToSender(...parties));
