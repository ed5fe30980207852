import type { Call } from '../calls.ts';
import type { World } from '../world.ts';

/** A kind of call. It makes nothing if it needs an object that does not exist yet. */
export interface Step {
  /** How often it is made, relative to the others. */
  readonly weight: number;
  readonly make: (world: World) => Call | undefined;
}

/** A call of the control API of a service. */
export function control(world: World, method: string, path: string, body?: unknown): Call {
  return { method, path: `${world.path}${path}`, scope: world.path, body };
}

/** A call of the public API with a key, rarely with one that is missing, wrong, or of the other kind. */
export function keyed(
  world: World,
  kind: 'account' | 'organization',
  method: string,
  path: string,
  body?: unknown,
): Call {
  const { one, rarely, keys, organizationKey } = world;
  // The first account has sender IDs and credits.
  const right = kind === 'account' ? (rarely(4) ? one(keys) : keys[0]) : organizationKey;
  const other = kind === 'account' ? organizationKey : one(keys);
  const key = rarely(15) ? one(['wrong', '', undefined, other]) : right;
  const query = key === undefined ? '' : `${path.includes('?') ? '&' : '?'}key=${key}`;
  return { method, path: path + query, scope: world.path, body };
}

/** Makes a call about one object; nothing if there is none yet. */
export function about({ id }: World, ids: readonly string[], make: (id: string) => Call): Call | undefined {
  const found = id(ids);
  return found === undefined ? undefined : make(encodeURIComponent(found));
}

/** Returns one to four of something. */
export function some<T>({ below }: World, make: () => T): T[] {
  return Array.from({ length: 1 + below(4) }, make);
}

/** An address of the receiver of webhooks, which responds with the status in its path. */
export function hook({ one }: World): string {
  return `{receiver}/${one([200, 200, 200, 200, 503, 404, 429, 302, 'cut'])}/hook`;
}

/** A UUID that the history chooses, which it rarely chooses again. */
export function uuid({ below }: World): string {
  return `c0ffee00-0000-4000-8000-${String(below(3_000)).padStart(12, '0')}`;
}

/** A time in the next three days, rarely in the past. */
export function time({ below, rarely, now }: World): string {
  const minutes = rarely(10) ? -1 : below(3 * 24 * 60);
  return new Date(now + minutes * 60_000).toISOString();
}

/** Numbers with each kind of outcome, in several spellings. */
export const PHONES = [
  '447700900001',
  '447700900700',
  '447700900701',
  '447700900702',
  '447700900812',
  '447700900801',
  '447700900802',
  '447700900123',
  '4915112345678',
  '+15550100001',
];
