import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { type EmulatorServer, listen } from '@messaging-service/emulator/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeExecutable } from '../../tools/executable/make-executable.ts';
import { assertBuilt } from './built.ts';
import { BUNDLERS, compressedKb, notInstalled, Project } from './bundlers/project.ts';

if (notInstalled !== undefined)
  process.stderr.write(`The tests of the bundlers are skipped: ${notInstalled}\n`);

/** The limit for a bundle with only error classes, which must not contain the client. */
const ERRORS_KB = 2;

describe.skipIf(notInstalled !== undefined)('the packed packages in a project of their user', () => {
  let emulator: Emulator;
  let service: EmulatorServer;
  let project: Project;
  // Everything that was opened is closed, even if a later step fails.
  const opened = new AsyncDisposableStack();

  beforeAll(async () => {
    assertBuilt();
    emulator = createEmulator({ accounts: [{ credits: 1000 }] });
    opened.defer(() => emulator.close());
    service = await listen(emulator);
    opened.defer(() => service.close());
    project = opened.use(await Project.create());
  });

  afterAll(() => opened.disposeAsync());

  async function expectToWork(program: string, ...args: readonly string[]): Promise<void> {
    const printed = await project.run(program, [...args, service.url, emulator.account.apiKey]);
    expect(JSON.parse(printed)).toEqual({
      sent: ['447700900123', '447700900123'],
      refused: true,
      verified: ['YES', true],
      listener: 'function',
    });
  }

  test.each(BUNDLERS)('a program built by %s sends and verifies', { timeout: 240_000 }, async (bundler) => {
    const built = await project.build(bundler, project.copy('program.mjs'));
    await expectToWork(process.execPath, built);
  });

  test('a single-file executable sends and verifies', { timeout: 240_000 }, async () => {
    const script = await project.build('commonjs', project.copy('program.mjs'));
    const executable = project.file('program');
    await makeExecutable(executable, script);
    await expectToWork(executable);
  });

  test.each(BUNDLERS)(
    'two error classes built by %s do not contain the client',
    { timeout: 240_000 },
    async (bundler) => {
      const input = project.write(
        'errors.mjs',
        "import { InvalidKeyError, isMessagingError } from '@messaging-service/sdk';\nconsole.log(InvalidKeyError.name, isMessagingError(new Error()));\n",
      );
      const built = await project.build(bundler, input);
      expect(compressedKb(built)).toBeLessThan(ERRORS_KB);
    },
  );
});
