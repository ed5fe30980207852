import { mulberry32 } from '../../packages/test-support/src/random.ts';
import type { Answer, Call } from './calls.ts';
import { damaged } from './damage.ts';
import type { Operations } from './operations.ts';
import { CONTROL_STEPS } from './steps/control.ts';
import { LIST_STEPS } from './steps/lists.ts';
import { PUBLIC_STEPS } from './steps/public.ts';
import type { Step } from './steps/step.ts';
import { choices, type Keys, type Scope, scopeOf, type World } from './world.ts';

const STEPS: readonly Step[] = [...PUBLIC_STEPS, ...CONTROL_STEPS, ...LIST_STEPS];

/** How many calls are made for each that is damaged. */
const DAMAGE_EVERY = 9;

/** A random history of calls. The same seed and the same responses give the same calls. */
export class History {
  readonly #random: () => number;
  readonly #choices: Pick<World, 'below' | 'rarely' | 'one' | 'id'>;
  readonly #main: Scope;
  readonly #sandboxes = new Map<string, Scope>();
  readonly #operations: Operations;
  readonly #without: ReadonlySet<string>;

  /**
   * @param without - Operations that are not called.
   */
  constructor(seed: number, keys: Keys, operations: Operations, without: ReadonlySet<string>) {
    this.#random = mulberry32(seed);
    this.#choices = choices(this.#random);
    this.#main = scopeOf('/_emulator', keys);
    this.#operations = operations;
    this.#without = without;
  }

  /** Chooses the next call. */
  next(): Call {
    for (;;) {
      const call = this.#choose();
      if (call === undefined || this.#without.has(this.#operations.nameOf(call) ?? '')) continue;
      const made = this.#choices.rarely(DAMAGE_EVERY) ? damaged(call, this.#choices) : call;
      if (!this.#operations.isGone(made)) return made;
    }
  }

  /** Keeps what later calls can refer to. */
  learn({ path, scope: scopePath, stream, method }: Call, { status, body }: Answer): void {
    if (status >= 300 || typeof body !== 'object' || body === null || stream !== undefined) return;
    const found = body as Readonly<Record<string, unknown>>;
    if (path.startsWith('/_emulator/sandboxes?') || path === '/_emulator/sandboxes') {
      if (method === 'POST') this.#addSandbox(found as unknown as Keys & { readonly id: string });
      return;
    }
    if (method === 'DELETE' && /^\/_emulator\/sandboxes\/[^/]+$/u.test(path)) {
      this.#sandboxes.delete(path.split('/').at(-1) ?? '');
      return;
    }
    const scope = this.#sandboxes.get(scopePath.split('/').at(-1) ?? '') ?? this.#main;
    learn(scope, path.slice(path.startsWith('/_emulator') ? scope.path.length : 0), found, method);
  }

  #choose(): Call | undefined {
    const { one } = this.#choices;
    const sandbox = one([undefined, undefined, undefined, ...this.#sandboxes.values()]);
    const world: World = {
      ...(sandbox ?? this.#main),
      ...this.#choices,
      sandboxes: [...this.#sandboxes.keys()],
    };
    const total = STEPS.reduce((sum, { weight }) => sum + weight, 0);
    let ticket = this.#random() * total;
    for (const { weight, make } of STEPS) {
      ticket -= weight;
      if (ticket < 0) return make(world);
    }
    return undefined;
  }

  #addSandbox(keys: Keys & { readonly id: string }): void {
    this.#sandboxes.set(keys.id, scopeOf(`/_emulator/sandboxes/${keys.id}`, keys));
  }
}

function learn(scope: Scope, path: string, found: Readonly<Record<string, unknown>>, method: string): void {
  if (method === 'POST' && path.startsWith('/reset')) {
    forget(scope);
    return;
  }
  if (typeof found.apiKey === 'string' && path.startsWith('/account')) keep(scope.keys, found.apiKey);
  if (typeof found.identifier === 'string' && path.startsWith('/account'))
    keep(scope.accounts, found.identifier);
  if (typeof found.identifier === 'string' && path.startsWith('/batch'))
    keep(scope.batches, found.identifier);
  if (method === 'POST' && path.startsWith('/faults')) keep(scope.faults, String(found.id));
  if (typeof found.now === 'string') scope.now = Date.parse(found.now);
  if (typeof found.move === 'string') keep(scope.moves, found.move);
  for (const item of itemsOf(found)) {
    if (typeof item.messageUuid === 'string') keep(scope.messages, item.messageUuid);
    if (typeof item.batchUuid === 'string') keep(scope.batches, item.batchUuid);
    if ((item.state === 'sent' || item.state === 'queued') && typeof item.messageUuid === 'string')
      keep(scope.open, item.messageUuid);
    const { id } = item;
    if (typeof id !== 'string' && typeof id !== 'number') continue;
    if (path.startsWith('/webhooks')) keep(scope.webhooks, String(id));
    if (path.startsWith('/requests')) keep(scope.requests, String(id));
    if (path.startsWith('/clock/moves')) keep(scope.moves, String(id));
  }
}

/** After a reset, only the objects of the start exist. */
function forget(scope: Scope): void {
  scope.accounts.splice(1);
  scope.keys.splice(1);
  for (const list of [scope.batches, scope.messages, scope.open, scope.webhooks, scope.moves, scope.faults])
    list.splice(0);
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
  // The first one is the account of the start.
  if (list.length > limit) list.splice(1, 1);
}
