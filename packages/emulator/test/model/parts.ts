import fc from 'fast-check';
import { NUMBERS } from './network.ts';
import { TEXTS, WHENS } from './scenario.ts';

/** Indexes of accounts; which of them exist depends on the run. */
export const accounts = fc.nat({ max: 4 });

/** Destinations, with and without the plus. */
export const numbers = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NUMBERS) },
  fc.constantFrom(...NUMBERS.map((number) => `+${number}`)),
);

export const texts = fc.constantFrom(...TEXTS);
export const whens = fc.constantFrom(...WHENS);

/** Mostly none, or either spelling. */
export const dryRuns = fc.option(fc.constantFrom('isDryrun', 'dryRun'), { nil: undefined, freq: 8 });

/** Identifiers of the caller's choice: mostly none, and few, so that they come twice. */
export const ids = fc.option(fc.nat({ max: 4 }), { nil: undefined, freq: 4 });

/** Which of several, counted back from the latest. */
export const places = fc.nat({ max: 5 });

/** A place in words. */
export function nthLatest(back: number): string {
  return back === 0 ? 'the latest' : `the latest but ${back}`;
}
