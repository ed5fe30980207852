import type { Answer } from './service-client.ts';

/** The service does not do what a clause says. */
export class Violation extends Error {
  override readonly name = 'Violation';

  /**
   * @param message - What was expected, as a sentence without a full stop.
   * @param answer - What was answered instead.
   */
  constructor(message: string, answer?: Answer) {
    super(answer === undefined ? message : `${message}; ${describeAnswer(answer)}`);
  }
}

/** A question that this service could not be asked, and why. */
export class Unasked extends Error {
  override readonly name = 'Unasked';
}

const LONGEST = 300;

/** An answer in a few words, as evidence. */
export function describeAnswer({ operation, status, text }: Answer): string {
  const body = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `${operation} was answered ${status} ${body === '' ? 'without a body' : body}`;
}
