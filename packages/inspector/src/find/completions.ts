import { filterTerm } from '@messaging-service/text';
import type { Operator, Value } from './operators.ts';

/** A way to continue a search. */
export interface Completion {
  /** The term that replaces the last one: an operator with its colon, or a whole filter. */
  readonly term: string;
  /** An example, or the meaning. */
  readonly note: string;
}

interface LastTerm {
  /** The text before it. */
  readonly before: string;
  readonly not: string;
  /** The name of its operator; undefined before there is a colon. */
  readonly name: string | undefined;
  readonly value: string;
}

/** The last term of a search, which may not be complete. A URL is not a filter. */
export function lastTerm(typed: string): LastTerm {
  const [, before = '', not = '', name, value = ''] =
    /^(|[^]*\s)(-?)(?:([a-z]+):(?!\/\/))?("[^"]*|[^\s"]*)$/i.exec(typed) ?? [undefined, typed];
  return { before, not, name: name?.toLowerCase(), value };
}

/** Offered at most. */
const MOST = 10;

/** The operators, or the values of the operator, that continue the last term of a search. */
export function completionsOf(
  typed: string,
  operators: readonly Operator[],
  valuesOf: (operator: Operator) => readonly Value[],
): readonly Completion[] {
  const { name, value } = lastTerm(typed);
  const operator = operators.find((one) => one.name === name);
  const isOffered = (text: string) => text.toLowerCase().includes(value.replace('"', '').toLowerCase());
  if (operator !== undefined) {
    const pairs = valuesOf(operator).map((each) => (typeof each === 'string' ? ([each, ''] as const) : each));
    return pairs
      .filter(([text, meaning]) => isOffered(text) || isOffered(meaning))
      .map(([text, note]) => ({ term: filterTerm(operator.name, text), note }))
      .slice(0, MOST);
  }
  if (name !== undefined || (value === '' && typed !== '')) return [];
  return operators
    .filter((one) => one.name.startsWith(value.toLowerCase()))
    .map((one) => ({ term: `${one.name}:`, note: one.example }));
}

/** A search whose last term is replaced by a completion. A whole filter is followed by a space, for the next term. */
export function completed(typed: string, { term }: Completion): string {
  const { before, not } = lastTerm(typed);
  return `${before}${not}${term}${term.endsWith(':') ? '' : ' '}`;
}

/**
 * A search without a filter at its end whose value is still being typed, which cannot be read yet. The value is complete when it
 * is offered.
 */
export function withoutUnfinished(typed: string, offered: readonly Completion[]): string {
  const { before, name, value } = lastTerm(typed);
  if (name === undefined) return typed;
  const written = filterTerm(name, value).toLowerCase();
  return offered.some(({ term }) => term.toLowerCase() === written) ? typed : before;
}
