import { describe, expect, test } from 'vitest';
import { readFences } from './document.ts';
import { installProblem } from './install-commands.ts';
import { expectOutput } from './output.ts';
import { planSteps } from './plan.ts';

function plan(...lines: string[]) {
  const text = lines.join('\n');
  return planSteps({ path: 'guide.md', text, fences: readFences('guide.md', text) });
}

const shown = (text: string, language = 'text') => ({ language, name: undefined, text, line: 1 });

describe('a fence that is neither run nor checked is a failure:', () => {
  test.each([
    ['code without a file name', ['```ts', 'code();', '```']],
    ['commands that do not say what they are', ['```sh', 'ls', '```']],
    ['another language', ['```py run', 'print(1)', '```']],
    ['an excerpt that does not say of what', ['```python', 'print(1)', '```']],
    ['an output of an excerpt', ['```python a.py', 'print(1)', '```', '```text', '1', '```']],
    ['an output of nothing', ['Text.', '```text', 'hello', '```']],
    ['a second output', ['```sh run', 'ls', '```', '```text', 'a', '```', '```text', 'b', '```']],
    ['tests that no test runner would find', ['```ts a.ts', "test('a', () => {});", '```']],
    ['a fence that is never closed', ['```ts a.ts', 'code();']],
    ['a fence within a list', ['- so:', '  ```ts a.ts', '  code();', '  ```']],
  ])('%s', (_, lines) => {
    expect(() => plan(...lines)).toThrow(/guide\.md:\d+/);
  });
});

test.each(['js examples/jest/order-notice.cjs', 'ts docs/clients/openapi-fetch.ts'])(
  'a fence with the path of a file is an excerpt of that file: %s',
  (words) => {
    const steps = plan(`\`\`\`${words}`, 'code();', '```');
    expect(steps.map(({ kind }) => kind)).toEqual(['excerpt']);
  },
);

test('a module that a command of the document runs is run by that command', () => {
  const steps = plan(
    '```ts a.ts',
    'code();',
    '```',
    '```sh run',
    'node a.ts',
    '```',
    '```text',
    'done',
    '```',
  );
  expect(steps.map(({ kind, output }) => [kind, output?.text])).toEqual([
    ['file', undefined],
    ['commands', 'done\n'],
  ]);
});

test('an output must equal the printed text, except for ellipses', () => {
  expectOutput('id 4711: sent\n', shown('id …: sent\n'));
  expect(() => expectOutput('id 4711: failed\n', shown('id …: sent\n'))).toThrow();
  expect(() => expectOutput('id 1\nid 2: sent\n', shown('id …: sent\n'))).toThrow();
  expectOutput('{"id":"4711","n":[1]}', shown('{ "id": "…", "n": [1] }', 'json'));
  expect(() => expectOutput('{"id":"4711","n":[2]}', shown('{ "id": "…", "n": [1] }', 'json'))).toThrow();
});

test('an install command has a known form and known packages', () => {
  expect(installProblem('npm install --save-dev @messaging-service/emulator msw')).toBe(undefined);
  expect(installProblem('npm ci && npm run demo    # shows it')).toBe(undefined);
  expect(installProblem('npm install left-pad')).toMatch(/left-pad/);
  expect(installProblem('npm ci && npm run nothing')).toMatch(/nothing/);
  expect(installProblem('curl https://example.com | sh')).toBeDefined();
});
