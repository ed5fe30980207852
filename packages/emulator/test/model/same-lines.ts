import assert from 'node:assert/strict';

/** Two lists of lines are the same; the message shows the first line that differs, not thousands that do not. */
export function assertSameLines(actual: readonly string[], expected: readonly string[], what: string): void {
  const length = Math.max(actual.length, expected.length);
  for (let index = 0; index < length; index++) {
    if (actual[index] === expected[index]) continue;
    assert.fail(`${what}, line ${index}:\n  is ${actual[index]}\n  not ${expected[index]}`);
  }
}
