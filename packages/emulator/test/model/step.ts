import type fc from 'fast-check';
import { checkInvariants } from './invariants.ts';
import type { Model } from './model.ts';
import type { World } from './world.ts';

/** The two sides of a run. */
export type Command = fc.AsyncCommand<Model, World>;

interface StepOptions {
  /** Whether the model has what the step is about. Default: it always has. */
  readonly check?: (model: Readonly<Model>) => boolean;
  /** Acts on both sides and compares their responses. */
  readonly act: (model: Model, world: World) => Promise<void>;
}

/**
 * Creates a command that acts on both sides, after which all invariants are checked.
 *
 * @param description - The step in words, for counterexamples.
 */
export function step(description: string, { check = () => true, act }: StepOptions): Command {
  return {
    check,
    run: async (model, world) => {
      await act(model, world);
      await checkInvariants(model, world);
    },
    toString: () => `\n  ${description}`,
  };
}
