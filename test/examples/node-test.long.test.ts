import { x } from 'tinyexec';
import { expect, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';

test.each([
  ['aws-lambda', 'functions.spec.ts', 3],
  ['compose', 'application.spec.ts', 1],
  ['fastify', 'app.spec.ts', 3],
  ['node-test', 'order-notice.spec.ts', 2],
])('the tests of examples/%s pass in the test runner of Node', async (folder, spec, count) => {
  const args = ['--import', './tools/source-resolution.ts', '--test', '--test-reporter=tap'];
  const { stdout, exitCode } = await x(process.execPath, [...args, `examples/${folder}/${spec}`], {
    nodeOptions: { cwd: root, env: { NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' } },
  });
  expect(stdout).toContain(`# pass ${count}`);
  expect(exitCode).toBe(0);
});
