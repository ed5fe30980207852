import { countUnits } from '@messaging-service/contract';
import { type Entry, memberOf } from './entry.ts';

/** Returns the units of a message. Each of them costs one credit. */
export function unitsOf({ body }: Entry, defaults: unknown): number {
  const text = memberOf(body, 'body') ?? memberOf(defaults, 'body');
  return typeof text === 'string' ? countUnits(text).units : 1;
}
