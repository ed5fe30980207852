import { accounts } from './suite/accounts.ts';
import type { Stage } from './suite/addresses.ts';
import { describe } from './suite/checks.ts';
import type { Case, Packages } from './suite/context.ts';
import { failures } from './suite/failures.ts';
import { many } from './suite/many.ts';
import { nodeTransport } from './suite/node-transport.ts';
import { receiving } from './suite/receiving.ts';
import { refusals } from './suite/refusals.ts';
import { retries } from './suite/retries.ts';
import { Sandbox } from './suite/sandbox.ts';
import { sending } from './suite/sending.ts';
import { transports } from './suite/transports.ts';
import { webhooks } from './suite/webhooks.ts';

/** The one suite that every runtime runs. It knows no test framework, since none knows all of the runtimes. */
export const suite: readonly Case[] = [
  ...sending,
  ...many,
  ...retries,
  ...refusals,
  ...failures,
  ...transports,
  ...nodeTransport,
  ...accounts,
  ...webhooks,
  ...receiving,
];

/** What a case came to. */
export interface Outcome {
  readonly name: string;
  /** What went wrong; null when nothing did. */
  readonly error: string | null;
}

/** A case that hangs must not take the others with it. */
const CASE_LIMIT_MS = 30_000;

/** Runs one case of the suite, in a service of its own. */
export async function runCase(name: string, packages: Packages, stage: Stage): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${CASE_LIMIT_MS} ms`)), CASE_LIMIT_MS);
  });
  try {
    await Promise.race([runInSandbox(name, packages, stage), tooLong]);
    return { name, error: null };
  } catch (error) {
    return { name, error: describe(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function runInSandbox(name: string, packages: Packages, stage: Stage): Promise<void> {
  const found = suite.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no case is called ${name}`);
  const sandbox = await Sandbox.create(stage);
  try {
    await found.run({ ...packages, stage, sandbox });
  } finally {
    await sandbox.close();
  }
}
