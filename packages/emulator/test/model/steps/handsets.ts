import assert from 'node:assert/strict';
import type { InboundMessage } from '@messaging-service/contract';
import fc from 'fast-check';
import type { Model, ModelAccount } from '../model.ts';
import { accounts, numbers } from '../parts.ts';
import { POOL } from '../scenario.ts';
import { Step } from '../step.ts';
import type { World } from '../world.ts';

/** A handset writes to a custom sender, or to a shared one. */
class WriteToSender extends Step {
  readonly from: string;
  /** The account whose sender it is, or a shared sender. */
  readonly to: number | string;

  constructor(from: string, to: number | string) {
    super();
    this.from = from;
    this.to = to;
  }

  override check(model: Model): boolean {
    return typeof this.to === 'string' || model.accounts.length > this.to;
  }

  async act(model: Model, world: World): Promise<void> {
    const sender = typeof this.to === 'string' ? this.to : (model.accounts[this.to]?.senders[0] ?? '');
    const number = this.from.replace('+', '');
    const receiver =
      typeof this.to === 'string'
        ? model.locks.find((lock) => lock.number === number && lock.sender === sender)?.account
        : model.accounts[this.to];
    let payload: InboundMessage | undefined;
    const refusal = await world.act((emulator) => {
      payload = emulator.handset(this.from).reply('Hi', { to: sender });
    });
    const heard = receiver !== undefined && !receiver.deleted ? receiver : undefined;
    assert.equal(refusal, heard === undefined ? 'not_found' : undefined);
    if (heard === undefined) return;
    assert.equal(payload?.account_uuid, heard.uuid);
    assert.equal(payload.from, Number(number));
    const repliedTo = lastSent(model, heard, sender, number);
    assert.deepEqual([payload.batch_uuid, payload.message_uuid], repliedTo?.uuids ?? [null, null]);
    assert.equal(payload.channel, repliedTo?.channel ?? 'sms');
  }

  toString(): string {
    const sender = typeof this.to === 'string' ? this.to : `the sender of account ${this.to}`;
    return `the handset ${this.from} writes to ${sender}`;
  }
}

/** The latest message the carrier took from the sender to the number. */
function lastSent({ batches }: Model, account: ModelAccount, sender: string, number: string) {
  const carried = batches
    .filter((batch) => batch.account === account && batch.from === sender)
    .flatMap((batch) => batch.messages.map((message) => ({ batch, message })))
    .filter(({ message }) => message.to.replace('+', '') === number && message.ending?.sentAs !== undefined);
  const last = carried
    .toSorted((a, b) => (a.message.ending?.sentAs ?? 0) - (b.message.ending?.sentAs ?? 0))
    .at(-1);
  return last && { uuids: [last.batch.uuid, last.message.uuid], channel: last.message.ending?.channel };
}

export const handsetSteps = [
  fc
    .tuple(numbers, fc.oneof({ weight: 3, arbitrary: accounts }, fc.constantFrom(...POOL)))
    .map(([from, to]) => new WriteToSender(from, to)),
];
