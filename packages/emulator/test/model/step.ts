import type fc from 'fast-check';
import { checkInvariants } from './invariants.ts';
import type { Model } from './model.ts';
import type { World } from './world.ts';

/** The two sides of a run. */
export type Command = fc.AsyncCommand<Model, World>;

/** One command: it acts on both sides, compares their responses, and then all invariants are checked. */
export abstract class Step implements Command {
  /** Whether the model has what the step is about. */
  check(_model: Readonly<Model>): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    await this.act(model, world);
    await checkInvariants(model, world);
  }

  abstract act(model: Model, world: World): Promise<void>;

  /** The step in words, for counterexamples. */
  abstract describe(): string;

  toString(): string {
    return `\n  ${this.describe()}`;
  }
}
