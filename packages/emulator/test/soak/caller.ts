import type { AccountLedger } from './ledger.ts';
import { NUMBERS } from './ledger.ts';
import type { ExpectedCall } from './pipelined.ts';

/** Who calls: an account with its keys, its sender ID and its receiver of webhooks. */
export interface CallerParts {
  readonly index: number;
  readonly identifier: string;
  readonly accountKey: string;
  readonly organizationKey: string;
  readonly sender: string;
  readonly receiver: string;
  readonly random: () => number;
  readonly ledger: AccountLedger;
  /** The emulator's time in milliseconds. */
  readonly now: () => number;
}

/** Makes calls for one account and returns the expected result of each. */
export class Caller {
  readonly #parts: CallerParts;
  #made = 0;

  constructor(parts: CallerParts) {
    this.#parts = parts;
  }

  next(): ExpectedCall {
    const roll = this.#parts.random();
    if (roll < 0.45) return this.#sendMessages();
    if (roll < 0.6) return this.#sendBatch();
    if (roll < 0.7) return this.#cancel();
    if (roll < 0.75) return this.#topUp();
    if (roll < 0.79) return this.#edit();
    if (roll < 0.83) return this.#inbound();
    return this.#bad();
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#parts.random() * values.length)] as T;
  }

  #numbers(most: number): string[] {
    return Array.from({ length: 1 + Math.floor(this.#parts.random() * most) }, () => this.#pick(NUMBERS));
  }

  #account(method: string, path: string, body: unknown, status: number): ExpectedCall {
    const mark = path.includes('?') ? '&' : '?';
    return { line: `${method} ${path}${mark}key=${this.#parts.accountKey}`, body, status };
  }

  #organization(method: string, path: string, body: unknown, status: number): ExpectedCall {
    return { line: `${method} ${path}?key=${this.#parts.organizationKey}`, body, status };
  }

  /** One call in ten wants receipts; half of those go to a receiver that refuses the first attempt. */
  #callback(): { callback?: string } {
    const roll = this.#parts.random();
    if (roll >= 0.1) return {};
    return { callback: `${this.#parts.receiver}/${roll < 0.05 ? 'flaky' : 'ok'}` };
  }

  #sendMessages(): ExpectedCall {
    const { ledger, sender } = this.#parts;
    const numbers = this.#numbers(3);
    const units = this.#pick([1, 1, 2]);
    const body = {
      defaults: {
        from: { type: 'custom', value: sender },
        body: 'x'.repeat(units * 100),
        ...this.#callback(),
      },
      messages: numbers.map((to) => ({ to })),
    };
    if (!ledger.canPay(units * numbers.length)) return this.#account('POST', '/message', body, 402);
    ledger.send(units, numbers);
    return this.#account('POST', '/message', body, 200);
  }

  #sendBatch(): ExpectedCall {
    const { ledger, sender, now } = this.#parts;
    const numbers = this.#numbers(5);
    const uuid = this.#uuid();
    const at = now() + (6 + Math.floor(this.#parts.random() * 60)) * 60_000;
    const isScheduled = this.#parts.random() < 0.7;
    const body = {
      from: sender,
      message: 'Your table is ready',
      destinations: numbers,
      uuid,
      ...this.#callback(),
      ...(isScheduled ? { at: new Date(at).toISOString() } : {}),
    };
    if (!ledger.canPay(numbers.length)) return this.#account('POST', '/batch', body, 402);
    if (isScheduled) ledger.pending.push({ uuid, at, units: 1, numbers });
    else {
      ledger.released.add(uuid);
      ledger.send(1, numbers);
    }
    return this.#account('POST', '/batch', body, 200);
  }

  #cancel(): ExpectedCall {
    const { ledger, random } = this.#parts;
    const [released] = ledger.released;
    if (random() < 0.2 && released !== undefined)
      return this.#account('DELETE', `/batch/${released}`, undefined, 409);
    if (ledger.pending.length === 0) return this.#account('DELETE', `/batch/${this.#uuid()}`, undefined, 404);
    const batch = this.#pick(ledger.pending);
    ledger.pending.splice(ledger.pending.indexOf(batch), 1);
    return this.#account('DELETE', `/batch/${batch.uuid}`, undefined, 200);
  }

  #topUp(): ExpectedCall {
    const topup = 1 + Math.floor(this.#parts.random() * 60);
    this.#parts.ledger.paid += topup;
    return this.#organization('PATCH', '/topup', { accountUuid: this.#parts.identifier, topup }, 200);
  }

  #edit(): ExpectedCall {
    const { ledger, identifier } = this.#parts;
    const limit = this.#pick([0, 20, 100]);
    ledger.floor = limit === 0 ? 0 : -limit;
    const body = { paid_credits: { allow_negative: limit !== 0, negative_limit: limit } };
    return this.#organization('PATCH', `/account/${identifier}`, body, 200);
  }

  #inbound(): ExpectedCall {
    const { ledger, sender } = this.#parts;
    ledger.inbound++;
    const body = { from: '447700900001', to: sender, message: 'YES' };
    return { line: 'POST /_emulator/inbound', body, status: 200 };
  }

  #bad(): ExpectedCall {
    const { ledger, sender, identifier } = this.#parts;
    const good = { to: '447700900001', from: { type: 'custom', value: sender }, body: 'x' };
    const notOwned = { ...good, from: { type: 'custom', value: 'NOBODY' } };
    return this.#pick([
      this.#account('POST', '/message', '{"messages":[', 400),
      this.#account('POST', '/message', { messages: [good, { ...good, to: 'x' }] }, 400),
      this.#account('POST', '/message', { messages: [good], extra: 1 }, 400),
      this.#account('POST', '/message', { messages: [good, notOwned] }, 403),
      this.#account('POST', '/batch', { from: sender, message: '', destinations: ['447700900001'] }, 400),
      this.#account('GET', '/nowhere', undefined, 404),
      this.#account('PUT', '/batch', undefined, 405),
      this.#account('GET', `/batch/${identifier}`, undefined, 404),
      // A dry run returns the result of the call, which can be too few credits.
      this.#account('POST', '/message?isDryrun=true', { messages: [good] }, ledger.canPay(1) ? 200 : 402),
      this.#account('PATCH', '/topup', { accountUuid: identifier, topup: 5 }, 400),
      this.#organization('PATCH', '/topup', { accountUuid: identifier, topup: -5 }, 400),
      this.#organization('POST', '/message', { messages: [good] }, 400),
      { line: 'POST /_emulator/inbound', body: { from: 'x', to: sender, message: 'YES' }, status: 400 },
      { line: 'GET /_emulator/messages?limit=1', body: undefined, status: 200 },
      { line: 'POST /_emulator/clock/advance', body: { by: '-1m' }, status: 400 },
    ]);
  }

  #uuid(): string {
    const made = String(++this.#made).padStart(12, '0');
    return `5041a000-0000-4000-8${String(this.#parts.index).padStart(3, '0')}-${made}`;
  }
}
