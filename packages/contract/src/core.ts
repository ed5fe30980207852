/** A part of the contract, for its own tests. */
export { readEitherSpelling } from './spelling.ts';
