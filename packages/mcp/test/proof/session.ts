import type { Agent, Result } from '../agents.ts';
import type { Reply, RunningApplication } from './application-process.ts';

/** One thing that the agent did, for the test that it writes. */
export type Deed =
  | { readonly kind: 'act'; readonly call: string; readonly body: string | undefined }
  | { readonly kind: 'reply' | 'move' | 'fault' };

const KINDS: Readonly<Record<string, 'reply' | 'move' | 'fault'>> = {
  write_as_phone: 'reply',
  advance_clock: 'move',
  make_calls_fail: 'fault',
};

/** An agent with one sandbox and one application. It remembers what it did. */
export class Session {
  readonly deeds: Deed[] = [];
  readonly #agent: Agent;
  readonly #sandbox: string;
  readonly #application: RunningApplication;

  constructor(agent: Agent, sandbox: string, application: RunningApplication) {
    this.#agent = agent;
    this.#sandbox = sandbox;
    this.#application = application;
  }

  /** Calls a tool, which must succeed. */
  async tool(name: string, args: object = {}): Promise<Result> {
    const kind = KINDS[name];
    if (kind !== undefined) this.deeds.push({ kind });
    const result = await this.#agent.call(name, { ...args, sandbox: this.#sandbox });
    if (result.isError) throw new Error(result.text);
    return result;
  }

  /**
   * Uses the application as its users do.
   *
   * @param written - The body in the test, if it is another one.
   */
  act(
    call: string,
    body?: object,
    written = body === undefined ? undefined : JSON.stringify(body),
  ): Promise<Reply> {
    this.deeds.push({ kind: 'act', call, body: written });
    return this.#application.call(call, body);
  }
}
