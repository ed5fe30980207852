import { Cron } from 'croner';
import type { CarrierSettings } from '../../src/index.ts';
import { type Ending, endingOf } from './network.ts';
import { POOL, START } from './scenario.ts';

/** An account, as plain numbers. */
export interface ModelAccount {
  readonly index: number;
  readonly uuid: string;
  readonly key: string;
  readonly organization: ModelOrganization;
  readonly senders: string[];
  paid: number;
  packaged: number;
  allowNegative: boolean;
  limit: number | null;
  reset: boolean;
  refill: boolean;
  refillAmount: number;
  schedule: string | null;
  hook: string;
  deleted: boolean;
  /** An edit has raised the floor above its paid credits; nothing else may leave them there. */
  belowFloor: boolean;
}

export interface ModelOrganization {
  readonly key: string;
  readonly usesCredits: boolean;
  credits: number | null;
}

export interface ModelMessage {
  readonly uuid: string;
  readonly to: string;
  /** Undefined until it was handed over, or found that it cannot be. */
  ending: Ending | undefined;
}

export interface ModelBatch {
  readonly uuid: string;
  readonly account: ModelAccount;
  readonly from: string;
  readonly units: number;
  readonly channels: readonly string[];
  readonly callback: boolean;
  readonly sendAt: number | undefined;
  readonly messages: readonly ModelMessage[];
  state: 'pending' | 'sent' | 'cancelled';
}

/** What will happen by itself: a batch is released, or an account's schedule runs. */
type Due = { readonly at: number } & ({ readonly batch: ModelBatch } | { readonly account: ModelAccount });

/** The whole service in a few maps and sums. It knows nothing of facts, jobs, webhooks and identifiers. */
export class Model {
  now = START;
  readonly organizations: ModelOrganization[] = [];
  readonly accounts: ModelAccount[] = [];
  readonly batches: ModelBatch[] = [];
  /** Identifiers that callers have chosen: `message …` and `batch …`. */
  readonly usedIds = new Set<string>();
  /** Shared senders by account and number, oldest first. */
  readonly locks: { number: string; sender: string; account: ModelAccount }[] = [];
  notifications = 0;
  pool: readonly string[] = POOL;
  carrier: CarrierSettings & { after: number } = { after: 0 };
  /** In order of time, then of planning. */
  #due: Due[] = [];

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

  /** The shared senders that the account may be given for a number: the one it had, else any that nobody has. */
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

  cancel(batch: ModelBatch): void {
    batch.state = 'cancelled';
    this.#due = this.#due.filter((due) => !('batch' in due) || due.batch !== batch);
  }

  deactivate(account: ModelAccount): void {
    for (const batch of this.pendingOf(account)) this.cancel(batch);
    account.deleted = true;
    this.rearm(account);
  }

  /** Plans the account's next reset or refill afresh. */
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

  /** When something is next expected to happen, webhooks apart. */
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
    }
  }

  #runSchedule(account: ModelAccount): void {
    if (account.reset) account.paid = 0;
    if (account.refill) account.packaged = account.refillAmount;
    if (account.paid >= floorOf(account)) account.belowFloor = false;
    this.rearm(account);
  }
}

export function costOf({ units, messages }: Pick<ModelBatch, 'units' | 'messages'>): number {
  return units * messages.length;
}

export function floorOf({ allowNegative, limit }: ModelAccount): number {
  if (!allowNegative) return 0;
  return limit === null ? -Infinity : -Math.abs(limit);
}

function charge(account: ModelAccount, credits: number): void {
  const packaged = Math.min(credits, account.packaged);
  account.packaged -= packaged;
  account.paid -= credits - packaged;
}
