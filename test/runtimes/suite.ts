import type { Stage } from './suite/addresses.ts';
import { describe } from './suite/checks.ts';
import type { Case, Cases, Flag, Packages, Run } from './suite/context.ts';
import { failures } from './suite/failures.ts';
import { nodeTransport } from './suite/node-transport.ts';
import { receiving } from './suite/receiving.ts';
import { remoteClient } from './suite/remote-client.ts';
import { retries } from './suite/retries.ts';
import { Sandbox } from './suite/sandbox.ts';
import { sending } from './suite/sending.ts';
import { transports } from './suite/transports.ts';
import { webhooks } from './suite/webhooks.ts';

const cases: Cases = {
  ...sending,
  ...retries,
  ...failures,
  ...transports,
  ...needing('nodeHttp', nodeTransport),
  ...webhooks,
  ...receiving,
  ...remoteClient,
};

/** The suite that every runtime runs. It does not use a test framework, because none supports all of the runtimes. */
export const suite: ReadonlyMap<string, Case> = new Map(
  Object.entries(cases).map(([name, one]) => [name, asCase(one)]),
);

function asCase(one: Run | Case): Case {
  return typeof one === 'function' ? { run: one } : one;
}

/** Adds a feature that the runtime must have. */
function needing(flag: Flag, some: Cases): Cases {
  return Object.fromEntries(
    Object.entries(some).map(([name, one]) => {
      const { needs = [], ...others } = asCase(one);
      return [name, { ...others, needs: [flag, ...needs] }];
    }),
  );
}

/** The result of a case. */
export interface Outcome {
  readonly name: string;
  /** The error of the case; null if it passed. */
  readonly error: string | null;
}

/** The timeout of a case, so that one that hangs does not stop the others. */
const CASE_LIMIT_MS = 30_000;

/** Runs one case of the suite in a separate service. */
export async function runCase(name: string, packages: Packages, stage: Stage): Promise<Outcome> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${CASE_LIMIT_MS} ms`)), CASE_LIMIT_MS);
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
  const found = suite.get(name);
  if (found === undefined) throw new Error(`Unknown case "${name}".`);
  const sandbox = await Sandbox.create(stage);
  try {
    await found.run({ ...packages, stage, sandbox });
  } finally {
    await sandbox.close();
  }
}
