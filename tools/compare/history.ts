import { mulberry32 } from '../../packages/test-support/src/random.ts';
import type { Answer, Call, Credentials } from './services.ts';
import { STEPS, type World } from './steps.ts';

/** A random history of calls. The same seed and the same responses give the same calls. */
export class History {
  readonly #world: World;
  readonly #random: () => number;

  constructor(seed: number, receiver: string, { organization, account }: Credentials) {
    this.#random = mulberry32(seed);
    this.#world = {
      receiver,
      organizationKey: organization.apiKey,
      accounts: [account.identifier],
      keys: [account.apiKey],
      batches: [],
      messages: [],
      webhooks: [],
      requests: [],
      moves: [],
      below: (limit) => Math.floor(this.#random() * limit),
      one: (items) => items[Math.floor(this.#random() * items.length)],
    };
  }

  /** Chooses the next call. */
  next(): Call {
    const total = STEPS.reduce((sum, { weight }) => sum + weight, 0);
    let ticket = this.#random() * total;
    for (const { weight, make } of STEPS) {
      ticket -= weight;
      if (ticket < 0) return make(this.#world) ?? { method: 'GET', path: '/_emulator/clock' };
    }
    return { method: 'GET', path: '/_emulator/clock' };
  }

  /** Keeps what later calls can refer to. */
  learn({ path }: Call, { status, body }: Answer): void {
    if (status >= 300 || typeof body !== 'object' || body === null) return;
    const world = this.#world;
    const found = body as Readonly<Record<string, unknown>>;
    if (typeof found.batchUuid === 'string') keep(world.batches, found.batchUuid);
    if (typeof found.apiKey === 'string' && path.startsWith('/account')) keep(world.keys, found.apiKey);
    if (typeof found.identifier === 'string' && path.startsWith('/account'))
      keep(world.accounts, found.identifier);
    for (const item of itemsOf(found)) {
      if (typeof item.messageUuid === 'string') keep(world.messages, item.messageUuid);
      if (typeof item.batchUuid === 'string') keep(world.batches, item.batchUuid);
      const { id } = item;
      if (typeof id !== 'string' && typeof id !== 'number') continue;
      if (path.startsWith('/_emulator/webhooks')) keep(world.webhooks, String(id));
      if (path.startsWith('/_emulator/requests')) keep(world.requests, String(id));
      if (path.startsWith('/_emulator/clock/moves')) keep(world.moves, String(id));
    }
  }
}

function itemsOf(found: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] {
  const lists = Object.values(found).filter((value) => Array.isArray(value));
  return lists
    .flat()
    .filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
}

/** Keeps the latest values, so that calls refer to new objects and also to old ones. */
function keep<T>(list: T[], value: T, limit = 200): void {
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > limit) list.shift();
}
