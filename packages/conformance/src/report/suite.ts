import { Asker } from '../probe/probe.ts';
import { cases } from '../cases/all.ts';
import { checkClause } from './check.ts';
import type { ConformanceTarget } from '../service/target.ts';

/** What a test runner may hand to a test, as Vitest and `node:test` do: a way to say that it could not be run. */
export interface TestContext {
  /** Marks the test as skipped. */
  skip?: ((note?: string) => unknown) | undefined;
}

/** Registers a test, as the `test` of Vitest, Jest or `node:test` does. */
export type TestFunction = (name: string, run: (context?: TestContext) => Promise<void>) => unknown;

/**
 * Registers one test for each clause of the specification. A clause that cannot be asked after is skipped.
 *
 * @param target - The service, or a function that makes it ready when the first test runs.
 * @param test - Registers a test.
 *
 * @example
 * ```ts
 * import { conformanceSuite } from '@messaging-service/conformance';
 * import { test } from 'vitest';
 *
 * conformanceSuite(
 *   { baseUrl: 'https://api.messaging.test', keys: { accountKey: process.env.MESSAGING_KEY ?? '' } },
 *   (name, run) => test(name, run),
 * );
 * ```
 */
export function conformanceSuite(
  target: ConformanceTarget | (() => ConformanceTarget | Promise<ConformanceTarget>),
  test: TestFunction,
): void {
  let asker: Promise<Asker> | undefined;
  const open = async () => new Asker(typeof target === 'function' ? await target() : target);
  for (const one of cases) {
    // A rest parameter: to Jest, a function that names a parameter is one that takes a callback.
    test(`${one.id}: ${one.sentence} (${one.clause})`, async (...[context]) => {
      asker ??= open();
      const { outcome, detail } = await checkClause(await asker, one);
      if (outcome === 'violated') throw new Error(detail);
      if (outcome === 'unasked') context?.skip?.(detail);
    });
  }
}
