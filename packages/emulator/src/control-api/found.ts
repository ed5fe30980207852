import { Rejection } from '../domain/state/rejection.ts';

/**
 * Returns the object with a UUID, in capitals or not.
 *
 * @param kind - The name of such an object, for the refusal.
 * @throws {Rejection} `not_found` when there is none.
 */
export function found<Value>(objects: ReadonlyMap<string, Value>, uuid: string, kind: string): Value {
  const object = objects.get(uuid.toLowerCase());
  if (object === undefined) throw new Rejection('not_found', `There is no ${kind} ${uuid}.`);
  return object;
}
