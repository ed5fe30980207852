import type { CallDetails } from './messaging-error.ts';

/** An answer as it came, but for API keys in it, which are blotted out. */
export interface RawAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text. */
  readonly body: string;
}

/** What an error knows of a call that was answered. */
export interface AnsweredCallDetails extends CallDetails {
  /** The answer as it came. */
  readonly answer: RawAnswer;
}
