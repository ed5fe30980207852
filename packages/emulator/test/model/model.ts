import type { CarrierSettings } from '@messaging-service/emulator';
import { Cron } from 'croner';
import { endingOf } from './network.ts';
import {
  charge,
  costOf,
  floorOf,
  type ModelAccount,
  type ModelBatch,
  type ModelOrganization,
} from './nouns.ts';
import { POOL, START } from './scenario.ts';

/** Work that happens without a call: a batch is released, or an account's schedule runs. */
type Due = { readonly at: number } & ({ readonly batch: ModelBatch } | { readonly account: ModelAccount });

/** The whole service in a few maps and sums. It does not model facts, jobs, webhooks and identifiers. */
export class Model {
  now = START;
  readonly organizations: ModelOrganization[] = [];
  readonly accounts: ModelAccount[] = [];
  readonly batches: ModelBatch[] = [];
  /** Shared senders by account and number, oldest first. */
  readonly locks: { number: string; sender: string; account: ModelAccount }[] = [];
  #sent = 0;
  pool: readonly string[] = POOL;
  carrier: CarrierSettings & { after: number } = { after: 0 };
  /** In order of time, then of planning. */
  #due: Due[] = [];

  /** Whether an identifier of the caller's choice is taken; a cancelled batch leaves its own free. */
  isUsed(chosenId: string): boolean {
    return this.batches.some((batch) => batch.chosenId === chosenId && batch.state !== 'cancelled');
  }

  /** One of the latest batches, or the one that was given its identifier after it was cancelled. */
  batchAt(back: number): ModelBatch {
    const { uuid } = this.batches.at(-1 - back) as ModelBatch;
    return this.batches.findLast((batch) => batch.uuid === uuid) as ModelBatch;
  }

  pendingOf(account: ModelAccount): ModelBatch[] {
    return this.batches.filter((batch) => batch.account === account && batch.state === 'pending');
  }

  held(account: ModelAccount): number {
    if (!account.organization.usesCredits) return 0;
    return this.pendingOf(account).reduce((sum, batch) => sum + costOf(batch), 0);
  }

  canPay(account: ModelAccount, cost: number): boolean {
    const balance = account.paid + account.packaged - this.held(account);
    return !account.organization.usesCredits || cost <= balance - floorOf(account);
  }

  queue(batch: ModelBatch): void {
    this.batches.push(batch);
    if (batch.sendAt !== undefined) this.#plan({ at: batch.sendAt, batch });
    else {
      if (batch.account.organization.usesCredits) charge(batch.account, costOf(batch));
      this.#send(batch, batch.messages.length);
    }
  }

  /**
   * The shared senders that the account may be given for a number: the one it had, otherwise any that no account has.
   */
  sendersFor(account: ModelAccount, number: string): readonly string[] {
    const locks = this.locks.filter((lock) => lock.number === number && this.pool.includes(lock.sender));
    const own = locks.findLast((lock) => lock.account === account);
    if (own !== undefined) return [own.sender];
    return this.pool.filter((sender) => locks.every((lock) => lock.sender !== sender));
  }

  lock(number: string, sender: string, account: ModelAccount): void {
    const known = this.locks.some((lock) => lock.number === number && lock.sender === sender);
    if (!known) this.locks.push({ number, sender, account });
  }

  /** Whether a sender ID can become the account's own: it is not in the pool, and not locked to another account. */
  canRegister(account: ModelAccount, sender: string): boolean {
    const isLocked = this.locks.some(
      (lock) => lock.sender === sender && lock.account !== account && !lock.account.deleted,
    );
    return !this.pool.includes(sender) && !isLocked;
  }

  cancel(batch: ModelBatch): void {
    batch.state = 'cancelled';
    this.#due = this.#due.filter((due) => !('batch' in due) || due.batch !== batch);
  }

  deactivate(account: ModelAccount): void {
    for (const batch of this.pendingOf(account)) this.cancel(batch);
    account.deleted = true;
    this.rearm(account);
  }

  /** Plans the account's next reset or refill again. */
  rearm(account: ModelAccount): void {
    this.#due = this.#due.filter((due) => !('account' in due) || due.account !== account);
    if (account.schedule === null || account.deleted || !(account.reset || account.refill)) return;
    const next = new Cron(account.schedule, { timezone: 'UTC', paused: true }).nextRun(new Date(this.now));
    this.#plan({ at: Number(next), account });
  }

  advanceTo(target: number): void {
    for (let due = this.#due[0]; due !== undefined && due.at <= target; due = this.#due[0]) {
      this.#due.shift();
      this.now = due.at;
      if ('batch' in due) this.#release(due.batch);
      else this.#runSchedule(due.account);
    }
    this.now = target;
  }

  /** When something is next expected to happen, except webhooks. */
  nextAt(): number {
    const endings = this.batches.flatMap(({ messages }) => messages.map(({ ending }) => ending?.at ?? 0));
    return Math.min(this.#due[0]?.at ?? Infinity, ...endings.filter((at) => at > this.now));
  }

  #plan(due: Due): void {
    const place = this.#due.findLastIndex(({ at }) => at <= due.at);
    this.#due.splice(place + 1, 0, due);
  }

  #release(batch: ModelBatch): void {
    const { account, units, messages } = batch;
    batch.state = 'sent';
    let payable = messages.length;
    if (account.organization.usesCredits) {
      const affordable = Math.floor((account.paid + account.packaged - floorOf(account)) / units);
      payable = Math.max(0, Math.min(payable, affordable));
      charge(account, payable * units);
    }
    this.#send(batch, payable);
  }

  #send(batch: ModelBatch, paid: number): void {
    batch.state = 'sent';
    for (const [index, message] of batch.messages.entries()) {
      message.ending =
        index < paid
          ? endingOf(message.to, batch.channels, this.carrier, this.now)
          : { at: this.now, channel: null, code: '41', delivered: false };
      if (message.ending.channel !== null) message.sent = ++this.#sent;
    }
  }

  #runSchedule(account: ModelAccount): void {
    if (account.reset) account.paid = 0;
    if (account.refill) account.packaged = account.refillAmount;
    if (account.paid >= floorOf(account)) account.belowFloor = false;
    this.rearm(account);
  }
}
