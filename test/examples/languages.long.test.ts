import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '@messaging-service/test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allWebhookCases } from './webhook-cases.ts';

/** The tests of an example in another language. */
interface Example {
  /** The name of its folder below examples/. */
  readonly folder: string;
  /** The command that runs its tests. */
  readonly command: readonly [string, ...string[]];
  /** A command that fails when the language is not installed. */
  readonly probe: readonly [string, ...string[]];
  /** The Debian packages to install. */
  readonly packages: string;
  /** The output when every test passed. */
  readonly passed: RegExp;
}

/** The limit of one run. A compiler on a busy machine is slow. */
const LIMIT_MS = 240_000;

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** In this repository the packages are run from their sources, also in the process of an application. */
const NODE_OPTIONS = `--import ${path('../../tools/source-resolution.ts')}`;

/** The command of the emulator. No word may contain a space. */
const EMULATOR = `${process.execPath} ${path('../../packages/server/src/cli/main.ts')}`;

/** Where to look: a version manager in the path has its own modules, and hides Debian's. */
const PROGRAMS = ['python3', '/usr/bin/python3'];

/** The command and the probe of tests in Python: with the first Python that has these modules. */
function pytestWith(...modules: readonly string[]) {
  const check = ['-c', `import ${['pytest', ...modules].join(', ')}`];
  const program =
    PROGRAMS.find((name) => spawnSync(name, check, { stdio: 'ignore' }).status === 0) ?? 'python3';
  return {
    command: [program, '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
    probe: [program, ...check],
  } as const;
}

const EXAMPLES: readonly Example[] = [
  {
    folder: 'go-test',
    command: ['go', 'test', '-count=1', './...'],
    probe: ['go', 'version'],
    packages: 'golang-go',
    passed: /^ok\s/m,
  },
  {
    folder: 'php-phpunit',
    command: ['phpunit'],
    probe: ['phpunit', '--version'],
    packages: 'php-cli phpunit',
    passed: /^OK \(6 tests/m,
  },
  {
    folder: 'python-follow',
    ...pytestWith('flask', 'freezegun'),
    packages: 'python3-flask python3-freezegun python3-pytest',
    passed: /^4 passed in /m,
  },
  {
    folder: 'python-pytest',
    ...pytestWith(),
    packages: 'python3-pytest',
    passed: /^18 passed in /m,
  },
  { folder: 'end-to-end', ...pytestWith(), packages: 'python3-pytest', passed: /^2 passed in /m },
];

for (const example of EXAMPLES) {
  const [program, ...args] = example.probe;
  const isMissing = spawnSync(program, args, { stdio: 'ignore' }).status !== 0;
  const reason = isMissing ? `: not installed; apt-get install -y ${example.packages}` : '';

  describe.skipIf(isMissing)(`the tests of ${example.folder} pass (EMU-5, SIG-3)${reason}`, () => {
    let temporary: string;
    let environment: NodeJS.ProcessEnv;

    beforeAll(() => {
      temporary = mkdtempSync(join(tmpdir(), 'messaging-example-'));
      const cases = join(temporary, 'cases.json');
      writeFileSync(cases, JSON.stringify(allWebhookCases()));
      environment = environmentOf(temporary, cases);
    });

    afterAll(() => {
      rmSync(temporary, { recursive: true, force: true });
    });

    test('with an emulator that they start', { timeout: LIMIT_MS }, async () => {
      // This run uses the cases in the folder of the example. The other run uses many more.
      const { MESSAGING_WEBHOOK_CASES: _, ...rest } = environment;
      const outcome = await run(example, { ...rest, MESSAGING_EMULATOR_COMMAND: EMULATOR });
      expectSuccess(outcome, example);
    });

    test('with an emulator that is running', { timeout: LIMIT_MS }, async () => {
      const { server } = await serve();
      const outcome = await run(example, { ...environment, MESSAGING_EMULATOR_URL: server.url });
      expectSuccess(outcome, example);
    });
  });
}

/** An environment without the settings of the caller, in which nothing is written to the folder of the example. */
function environmentOf(temporary: string, cases: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('MESSAGING_'));
  return {
    ...Object.fromEntries(inherited),
    MESSAGING_WEBHOOK_CASES: cases,
    NODE_OPTIONS,
    PYTHONDONTWRITEBYTECODE: '1',
    GOCACHE: join(temporary, 'go'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    HOME: temporary,
  };
}

function expectSuccess({ status, output }: Outcome, { passed }: Example): void {
  expect(output).toMatch(passed);
  expect(status).toBe(0);
}

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs the tests without blocking, because the emulator of this process serves them. */
async function run(
  { folder, command: [program, ...args] }: Example,
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const options = { cwd: path(`../../examples/${folder}/`), env, timeout: LIMIT_MS };
  const ended = promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { readonly code: number | null; readonly stdout: string; readonly stderr: string }) => error,
  );
  const { code, stdout, stderr } = await ended;
  return { status: code, output: stdout + stderr };
}
