import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { x } from 'tinyexec';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

const ARGS = [
  'test',
  '--workers=1',
  '--reporter=json',
  `--tsconfig=${root}tsconfig.json`,
  `--output=${root}node_modules/.cache/playwright-specs`,
];

/** The parts of Playwright's report that are read here. */
interface Report {
  readonly suites: readonly { readonly specs: readonly Spec[] }[];
}

interface Spec {
  readonly title: string;
  readonly tests: readonly { readonly results: readonly Result[] }[];
}

interface Result {
  readonly status: string;
  readonly errors: readonly { readonly message: string }[];
  readonly attachments: readonly { readonly name: string; readonly body: string }[];
}

async function runPlaywright(): Promise<ReadonlyMap<string, Result>> {
  const { stdout } = await x(join(root, 'node_modules/.bin/playwright'), ARGS, {
    nodeOptions: {
      cwd: join(import.meta.dirname, 'specs'),
      env: {
        MESSAGING_EMULATOR_URL: '',
        PLAYWRIGHT_JSON_OUTPUT_NAME: '',
        // The packages are run from their sources, also in the process of the application.
        NODE_OPTIONS: `--import ${new URL('tools/source-resolution.ts', `file://${root}`).href}`,
      },
    },
  });
  const { suites } = JSON.parse(stdout) as Report;
  const specs = suites.flatMap((suite) => suite.specs);
  return new Map(specs.map(({ title, tests }) => [title, tests[0]?.results[0] as Result]));
}

test('Playwright starts an application for each worker, and reports its output when it ends or a test fails (EMU-19)', {
  timeout: 300_000,
}, async () => {
  const results = await runPlaywright();
  const result = (title: string) => {
    const { status, errors, attachments } = results.get(title) as Result;
    return {
      status,
      errors: errors.map(({ message }) => message).join('\n'),
      output: attachments
        .filter(({ name }) => name === 'application output')
        .map(({ body }) => Buffer.from(body, 'base64').toString()),
    };
  };
  expect(result('the application follows the clock')).toEqual({ status: 'passed', errors: '', output: [] });
  const crash = result('the application ends');
  expect(crash.status).toBe('failed');
  expect(crash.errors).toMatch(
    /application\.mjs\) exited with code 1 during this test\. Its last output:.*the last words of the application/s,
  );
  expect(crash.output.join()).toMatch(/^request \/crash\n.*the last words of the application/s);
  expect(result('the next test has another application').status).toBe('passed');
  const failed = result('a test fails');
  expect(failed.errors).not.toContain('The application');
  expect(failed.output).toEqual(['request /noticed\n']);
  expect(result('no application is started').status).toBe('passed');
  expect(result('the application does not start').errors).toMatch(
    /^Error: The application \(echo no database; exit 4\) exited with code 4 before it responded .*no database/s,
  );
});
