import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withoutCertificates } from '../../packages/sdk/test/transport/certificates.ts';
import { assertBuilt } from './built.ts';
import { openStage, type RunningStage } from './stage.ts';
import type { Condition } from './suite/context.ts';
import { type Outcome, suite } from './suite.ts';
import { notInstalled, targets } from './targets/all.ts';
import { bundle } from './targets/bundle.ts';
import type { Target } from './targets/target.ts';

let stage: RunningStage | undefined;

if (notInstalled !== undefined)
  process.stderr.write(`The tests of the runtimes are skipped: ${notInstalled}\n`);

beforeAll(async () => {
  if (notInstalled !== undefined) return;
  assertBuilt();
  stage = await openStage(() => bundle('page.ts', ['browser']));
});

afterAll(() => stage?.close());

/** The reason why a case does not run in a target; undefined if it does. */
function gap({ lacks }: Target, { needs = [] }: Condition): string | undefined {
  if (needs.includes('tls') && withoutCertificates !== undefined) return withoutCertificates;
  return needs.map((flag) => lacks[flag]).find((reason) => reason !== undefined);
}

/** Registers the suite for a target: a test for each case, and one for the runtime's name. */
function addTests(target: Target): void {
  const { name, agent, lacks, run, sameOrigin } = target;
  const missing = notInstalled ?? target.missing;
  const own = [...suite].filter(([, { without }]) => without === undefined || lacks[without] !== undefined);
  const outcomes = new Map<string, Outcome>();
  let actualAgent = '';
  // The tests throw it, because tests count as skipped if `beforeAll` throws.
  let crash: Error | undefined;

  async function runCases({ close: _, ...stage }: RunningStage): Promise<void> {
    const cases = own.filter(([, one]) => gap(target, one) === undefined).map(([name]) => name);
    const api = sameOrigin === true ? stage.front : stage.api;
    const [first = '', ...lines] = await run({ stage: { ...stage, api }, cases });
    actualAgent = (JSON.parse(first) as { agent: string }).agent;
    for (const line of lines) {
      const outcome = JSON.parse(line) as Outcome;
      outcomes.set(outcome.name, outcome);
    }
  }

  beforeAll(async () => {
    if (missing !== undefined || stage === undefined) return;
    await runCases(stage).catch((error: Error) => {
      crash = error;
    });
  });

  test(`is ${name}`, ({ skip }) => {
    if (missing !== undefined) skip(missing);
    if (crash !== undefined) throw crash;
    expect(actualAgent).toMatch(agent);
  });

  for (const [caseName, one] of own)
    test(caseName, ({ skip }) => {
      const reason = missing ?? gap(target, one);
      if (reason !== undefined) skip(reason);
      const outcome = outcomes.get(caseName);
      if (outcome === undefined) throw new Error('The runtime did not report this case.', { cause: crash });
      if (outcome.error !== null) throw new Error(outcome.error);
    });
}

for (const target of targets) describe(target.name, () => addTests(target));
