import { fileURLToPath } from 'node:url';
import { x } from 'tinyexec';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('the tests pass in the test runner of Node', async () => {
  const args = ['--import', './tools/source-resolution.ts', '--test', '--test-reporter=tap'];
  const spec = 'examples/node-test/order-notice.spec.ts';
  const { stdout, exitCode } = await x(process.execPath, [...args, spec], {
    nodeOptions: { cwd: root, env: { NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' } },
  });
  expect(stdout).toContain('# pass 2');
  expect(exitCode).toBe(0);
});
