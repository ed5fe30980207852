/** The test's own record of an account, independent of the emulator. */
export class AccountLedger {
  paid: number;
  /** The minimum of paid credits: zero, or a negative number. */
  floor = 0;
  readonly pending: PendingBatch[] = [];
  readonly released = new Set<string>();
  readonly cancelled = new Set<string>();
  delivered = 0;
  failed = 0;
  sent = 0;
  inbound = 0;

  constructor(paid: number) {
    this.paid = paid;
  }

  get held(): number {
    return this.pending.reduce((sum, { units, numbers }) => sum + units * numbers.length, 0);
  }

  get scheduled(): number {
    return this.pending.reduce((sum, { numbers }) => sum + numbers.length, 0);
  }

  canPay(credits: number): boolean {
    return credits <= this.paid - this.held - this.floor;
  }

  /** Charges messages and hands them to the carrier, until the credits run out. */
  send(units: number, numbers: readonly string[]): void {
    const payable = Math.max(0, Math.min(numbers.length, Math.floor((this.paid - this.floor) / units)));
    this.paid -= payable * units;
    this.failed += numbers.length - payable;
    for (const number of numbers.slice(0, payable)) this[endOf(number)]++;
  }

  /** Sends what is due, in order of time, then of queueing. */
  passTo(now: number): void {
    const due = this.pending.filter(({ at }) => at <= now).toSorted((one, other) => one.at - other.at);
    for (const batch of due) {
      this.pending.splice(this.pending.indexOf(batch), 1);
      this.released.add(batch.uuid);
      this.send(batch.units, batch.numbers);
    }
  }
}

/** A batch that waits for its time. */
export interface PendingBatch {
  readonly uuid: string;
  readonly at: number;
  readonly units: number;
  readonly numbers: readonly string[];
}

/** Test numbers, and how messages to them end. */
export const NUMBERS = [
  '447700900001',
  '447700900002',
  '447700900500',
  '447700900700',
  '447700900702',
  '447700900822',
];

function endOf(number: string): 'delivered' | 'failed' | 'sent' {
  if (number.endsWith('700')) return 'sent';
  return number.startsWith('4477009007') || number.startsWith('4477009008') ? 'failed' : 'delivered';
}
