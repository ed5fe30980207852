import { cases } from '../cases/all.ts';
import { Probe } from '../probe/probe.ts';
import { readTarget } from '../service/read-target.ts';
import type { ConformanceTarget } from '../service/target.ts';
import { checkClause } from './check.ts';

/** The context that a test runner passes to a test, such as those of Vitest and `node:test`. */
export interface TestContext {
  /** Marks the test as skipped. */
  skip?: ((note?: string) => unknown) | undefined;
}

/** Registers a test, such as `test` of Vitest, Jest or `node:test`. */
export type TestFunction = (name: string, run: (context?: TestContext) => Promise<void>) => unknown;

/**
 * Registers one test for each conformance case. If a case needs something that your target lacks, its test is skipped.
 *
 * @param target - The service, or a function that prepares it when the first test runs.
 * @param test - Registers a test.
 *
 * @example
 * ```ts
 * import { conformanceSuite } from '@messaging-service/conformance';
 * import { test } from 'vitest';
 *
 * conformanceSuite(
 *   { baseUrl: 'https://api.example.com', keys: { accountKey: '0123456789abcdef0123456789abcdef' } },
 *   (name, run) => test(name, run),
 * );
 * ```
 */
export function conformanceSuite(
  target: ConformanceTarget | (() => ConformanceTarget | Promise<ConformanceTarget>),
  test: TestFunction,
): void {
  let probe: Promise<Probe> | undefined;
  const open = async () => new Probe(readTarget(typeof target === 'function' ? await target() : target));
  for (const one of cases) {
    // A rest parameter, because Jest passes a callback to a function with a named parameter.
    test(`${one.id}: ${one.sentence} (${one.clause})`, async (...[context]) => {
      probe ??= open();
      const { outcome, detail } = await checkClause(await probe, one);
      if (outcome === 'failed') throw new Error(detail);
      if (outcome === 'skipped') context?.skip?.(detail);
    });
  }
}
