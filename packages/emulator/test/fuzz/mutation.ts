import fc from 'fast-check';
import { hostileValue } from './values.ts';

type Container = Record<string, unknown> | unknown[];

interface Place {
  readonly parent: Container;
  readonly key: string;
}

/** One thing that is wrong with a value: at a place in it, a member is replaced, missing, repeated, or too many. */
export type Mutation =
  | { readonly kind: 'replace'; readonly at: number; readonly value: unknown }
  | { readonly kind: 'remove' | 'repeat' | 'retype'; readonly at: number }
  | { readonly kind: 'add'; readonly at: number; readonly name: string; readonly value: unknown };

const at = fc.nat({ max: 1_000 });

/** Any mutation. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('replace' as const), at, value: hostileValue }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'repeat' as const, 'retype' as const), at }),
  fc.record({
    kind: fc.constant('add' as const),
    at,
    name: fc.constantFrom('__proto__', 'constructor', 'sendAt', 'toString', '', 'extra', 'key'),
    value: hostileValue,
  }),
);

/** A copy of a value in which one thing is wrong. */
export function mutate(value: unknown, mutation: Mutation): unknown {
  const root = { value: structuredClone(value) };
  const places = placesIn(root);
  const { parent, key } = places[mutation.at % places.length] as Place;
  const target = parent as Record<string, unknown>;
  switch (mutation.kind) {
    case 'replace':
      target[key] = mutation.value;
      break;
    case 'remove':
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else delete target[key];
      break;
    case 'repeat':
      if (Array.isArray(parent)) parent.push(structuredClone(target[key]));
      else target[`${key}s`] = target[key];
      break;
    case 'retype':
      target[key] = retype(target[key]);
      break;
    case 'add':
      addMember(target[key], mutation.name, mutation.value);
      break;
  }
  return root.value;
}

function placesIn(container: Container): Place[] {
  return Object.entries(container).flatMap(([key, value]) => [
    { parent: container, key },
    ...(isContainer(value) ? placesIn(value) : []),
  ]);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function retype(value: unknown): unknown {
  if (typeof value === 'string')
    return value.trim() === '' || Number.isNaN(Number(value)) ? [value] : Number(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : [value];
}

/** The member is defined, not assigned, because `__proto__` must be a member like any other. */
function addMember(container: unknown, name: string, value: unknown): void {
  if (!isContainer(container)) return;
  Object.defineProperty(container, name, { value, enumerable: true, configurable: true, writable: true });
}
