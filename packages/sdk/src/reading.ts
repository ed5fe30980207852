import type { RawAnswer } from './errors/answer-details.ts';
import type { Answer } from './exchange.ts';
import type { Progress } from './progress.ts';
import type { Redact } from './redact.ts';

/** What reading an answer takes besides the answer: what its errors will say of the request. */
export interface Reading {
  /** How the operation is called in messages. */
  readonly operation: string;
  readonly ids: readonly string[];
  /** Whether nobody can have used them before this call. */
  readonly freshIds: boolean;
  readonly redact: Redact;
  /** How far the call has come. Reading an answer may find that the request was carried out. */
  readonly progress: Progress;
}

/** The answer as errors keep it. */
export function rawAnswer(answer: Answer, redact: Redact): RawAnswer {
  return { status: answer.status, headers: readHeaders(answer, redact), body: redact(answer.text) };
}

/** The header fields of an answer as they are shown. */
export function readHeaders({ headers }: Answer, redact: Redact): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, redact(value)] as const));
}

/** What the text says in JSON; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
