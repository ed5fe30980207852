import { TestRunner } from 'vitest';

type CancelReason = Parameters<TestRunner['cancel']>[0];
type Task = Parameters<TestRunner['onBeforeRunTask']>[0];
type Source = Parameters<TestRunner['importFile']>[1];

const { SLOW_TESTS = '' } = process.env;
const slow = SLOW_TESTS === '' ? undefined : new RegExp(SLOW_TESTS);

/** Skips slow tests, and does not import further files after the first test that fails. */
export default class FirstFailureRunner extends TestRunner {
  #isCancelled = false;

  override cancel(reason: CancelReason): void {
    super.cancel(reason);
    this.#isCancelled = true;
  }

  override async onBeforeRunTask(test: Task): Promise<void> {
    if (slow?.test(test.name)) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }

  override importFile(path: string, source: Source): unknown {
    return this.#isCancelled ? undefined : super.importFile(path, source);
  }
}
