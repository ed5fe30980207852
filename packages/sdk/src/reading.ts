import type { RawAnswer } from './errors/answer-details.ts';
import type { Answer } from './exchange.ts';
import type { Redact } from './redact.ts';

/** What reading an answer takes besides the answer: what its errors will say of the request. */
export interface Reading {
  /** How the operation is called in messages. */
  readonly operation: string;
  readonly ids: readonly string[];
  readonly redact: Redact;
}

/** The answer as errors keep it. */
export function rawAnswer({ status, headers, text }: Answer, redact: Redact): RawAnswer {
  const fields = [...headers].map(([name, value]) => [name, redact(value)] as const);
  return { status, headers: Object.fromEntries(fields), body: redact(text) };
}

/** What the text says in JSON; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
