import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allWebhookCases } from './webhook-cases.ts';

/** The tests of an example in another language. */
export interface LanguageTests {
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

/** The command of the emulator, from its sources. No word may contain a space. */
const EMULATOR = [
  process.execPath,
  '--import',
  path('../../tools/source-resolution.ts'),
  path('../../packages/emulator/src/cli/main.ts'),
].join(' ');

/** Runs the tests of an example against an emulator that they start, and against one that is running. */
export function testLanguage(example: LanguageTests): void {
  const [program, ...args] = example.probe;
  const isMissing = spawnSync(program, args, { stdio: 'ignore' }).status !== 0;
  const reason = `not installed; apt-get install -y ${example.packages}`;

  describe.skipIf(isMissing)(isMissing ? reason : 'the tests of the example pass (EMU-5, SIG-3)', () => {
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
      const emulator = createEmulator();
      const server = await listen(emulator);
      const outcome = await run(example, { ...environment, MESSAGING_EMULATOR_URL: server.url });
      await server.close();
      emulator.close();
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
    PYTHONDONTWRITEBYTECODE: '1',
    GOCACHE: join(temporary, 'go'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    HOME: temporary,
  };
}

function expectSuccess({ status, output }: Outcome, { passed }: LanguageTests): void {
  expect(output).toMatch(passed);
  expect(status).toBe(0);
}

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Runs the tests without blocking, because the emulator of this process serves them. */
async function run(
  { folder, command: [program, ...args] }: LanguageTests,
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
