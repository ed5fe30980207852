import fc from 'fast-check';
import { NUMBERS } from './network.ts';
import { TEXTS, WHENS } from './scenario.ts';

/** Something now and then, and undefined otherwise. */
export function rarely<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
}

/** Indexes of accounts, mostly of the first; which of them exist depends on the run. */
export const accounts = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 4, arbitrary: fc.integer({ min: 2, max: 4 }) },
);

/** Destinations, with and without the plus. */
export const numbers = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NUMBERS) },
  fc.constantFrom(...NUMBERS.map((number) => `+${number}`)),
);

export const texts = fc.constantFrom(...TEXTS);
export const whens = fc.constantFrom(...WHENS);

/** Mostly none, or either spelling. */
export const dryRuns = rarely(fc.constantFrom('isDryrun', 'dryRun'), 8);

/** Identifiers of the caller's choice: mostly none, and few, so that they come twice. */
export const ids = rarely(fc.nat({ max: 7 }), 3);

/** Which of several, counted back from the latest. */
export const places = fc.nat({ max: 5 });

/** A place in words. */
export function nthLatest(back: number): string {
  return back === 0 ? 'the latest' : `the latest but ${back}`;
}
