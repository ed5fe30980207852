import type { Arguments, Controls } from './controls.ts';
import type { JsonSchema, Members } from './json-schema.ts';
import type { Operations } from './operations.ts';

/** The answer of a tool: a short text, and the same as data with the identifiers for the next call. */
interface Answer {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A call of a tool. */
export interface ToolCall {
  /** The controls of the service that the call is about. */
  readonly controls: Controls;
  readonly args: Arguments;
  /** Aborted when the client cancels the call, or is gone. */
  readonly signal: AbortSignal;
  /** Reports how far the work is; undefined when the client did not ask for it. */
  readonly progress:
    | ((done: number, total: number | undefined, message: string) => Promise<void>)
    | undefined;
}

/** The arguments of a tool: their schemas, and which of them a caller must pass. */
interface ToolInput {
  readonly members: Members;
  readonly required?: readonly string[];
}

/** What a tool does to a service, for clients that ask the user before some of the calls. */
export type Effect = 'reads' | 'adds' | 'replaces' | 'repeatable';

/** A tool: one task of an agent that tests an application. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does, when to use it, and what to call next. */
  readonly description: string;
  /**
   * `reads`: nothing changes. `adds`: a second call does more. `repeatable`: a second call changes nothing more. `replaces`: what
   * exists can be lost.
   */
  readonly effect: Effect;
  /** Whether it is about one service: it then has the argument `sandbox`. Default: true. */
  readonly isAboutService?: boolean;
  readonly input: (operations: Operations) => ToolInput;
  readonly output: (operations: Operations) => JsonSchema;
  /** The longest text in its data, in characters; default: a few lines. */
  readonly longestText?: number;
  /** What to do about errors, by their code. */
  readonly advice?: Readonly<Record<string, string>>;
  readonly run: (call: ToolCall) => Promise<Answer>;
}
