import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEmulator, type StoryForm } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { x } from 'tinyexec';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCES = `--import ${new URL('tools/source-resolution.ts', `file://${root}`).href}`;

/** How a program ended. */
export interface Ended {
  readonly passed: boolean;
  /** What it wrote, for a test that fails. */
  readonly output: string;
}

/** Programs by name. */
export type Programs = Readonly<Record<string, string>>;

type Run = (folder: string, programs: Programs) => Promise<Record<string, Ended>>;

/** Runs programs of a form as users do: each in the test runner of its form, against the sources of the packages. */
export async function runPrograms(form: StoryForm, programs: Programs): Promise<Record<string, Ended>> {
  const parent = join(root, 'test/.snippets');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, 'stories-'));
  try {
    return await RUNS[form](folder, programs);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(folder: string, programs: Programs, ending: string): Promise<void> {
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name + ending), text);
}

async function run(
  command: string,
  args: readonly string[],
  folder: string,
  env: object = {},
): Promise<string> {
  const { stdout, stderr } = await x(command, [...args], {
    nodeOptions: {
      cwd: folder,
      env: { NO_COLOR: '1', FORCE_COLOR: undefined, VITEST: undefined, ...env },
    },
  });
  return stdout + stderr;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[];
  }[];
}

const vitest: Run = async (folder, programs) => {
  await write(folder, programs, '.test.ts');
  const config = `
    import { sourcePaths } from '${root}tools/source-paths.ts';
    const alias = [...sourcePaths].toSorted(([a], [b]) => b.length - a.length).map(([find, replacement]) => ({ find, replacement }));
    export default { resolve: { alias }, test: { include: ['*.test.ts'], exclude: [], isolate: false, maxWorkers: 1 } };
  `;
  await writeFile(join(folder, 'vitest.config.ts'), config);
  const args = [
    'run',
    '--root',
    folder,
    '--config',
    'vitest.config.ts',
    '--reporter=json',
    '--outputFile=report.json',
  ];
  const output = await run(join(root, 'node_modules/.bin/vitest'), args, folder);
  const report = await read<VitestReport>(join(folder, 'report.json'), output);
  return Object.fromEntries(
    report.testResults.map(({ name, status, message, assertionResults }) => [
      nameOf(name, '.test.ts'),
      {
        passed: status === 'passed',
        output: [message, ...assertionResults.flatMap((one) => one.failureMessages)].join('\n'),
      },
    ]),
  );
};

const nodeTest: Run = async (folder, programs) => {
  await write(folder, programs, '.test.ts');
  const reporter = `
    export default async function* (events) {
      for await (const { type, data } of events)
        if ((type === 'test:pass' || type === 'test:fail') && data.nesting === 0)
          yield JSON.stringify({ file: data.file, passed: type === 'test:pass', error: String(data.details.error?.cause?.stack ?? '') }) + '\\n';
    }
  `;
  await writeFile(join(folder, 'reporter.mjs'), reporter);
  const files = Object.keys(programs).map((name) => `${name}.test.ts`);
  const args = ['--test', '--test-isolation=none', '--test-reporter=./reporter.mjs', ...files];
  const output = await run(process.execPath, args, folder, { NODE_OPTIONS: SOURCES });
  const lines = output.split('\n').filter((line) => line.startsWith('{"file"'));
  const results = lines.map((line) => JSON.parse(line) as { file: string; passed: boolean; error: string });
  return Object.fromEntries(
    Object.keys(programs).map((name) => {
      const result = results.find(({ file }) => file.endsWith(`/${name}.test.ts`));
      return [name, { passed: result?.passed === true, output: result?.error ?? output }];
    }),
  );
};

interface PlaywrightReport {
  readonly errors: readonly { readonly message: string }[];
  readonly suites: readonly {
    readonly file: string;
    readonly specs: readonly { readonly ok: boolean; readonly tests: unknown }[];
  }[];
}

const playwright: Run = async (folder, programs) => {
  await write(folder, programs, '.spec.ts');
  await writeFile(join(folder, 'playwright.config.mjs'), 'export default { timeout: 120_000 };');
  const args = [
    'test',
    '--workers=1',
    '--reporter=json',
    `--tsconfig=${root}tsconfig.json`,
    '--config=playwright.config.mjs',
    '--output=results',
  ];
  const output = await run(join(root, 'node_modules/.bin/playwright'), args, folder, {
    NODE_OPTIONS: SOURCES,
    MESSAGING_EMULATOR_URL: '',
    PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json',
  });
  const { suites, errors } = await read<PlaywrightReport>(join(folder, 'report.json'), output);
  return Object.fromEntries(
    Object.keys(programs).map((name) => {
      const suite = suites.find(({ file }) => file === `${name}.spec.ts`);
      return [
        name,
        {
          passed: suite?.specs.every(({ ok }) => ok) === true,
          output: JSON.stringify([errors, suite?.specs], null, 1),
        },
      ];
    }),
  );
};

/** One emulator for all: each script makes a sandbox. */
const curl: Run = async (folder, programs) => {
  await write(folder, programs, '.sh');
  const emulator = createEmulator();
  const token = 'token-of-the-stories';
  const server = await listen(emulator, { controlToken: token });
  const ended: Record<string, Ended> = {};
  for (const name of Object.keys(programs)) {
    const env = { MESSAGING_EMULATOR_URL: server.url, MESSAGING_EMULATOR_TOKEN: token };
    const { stdout, stderr, exitCode } = await x('sh', [`${name}.sh`], { nodeOptions: { cwd: folder, env } });
    ended[name] = { passed: exitCode === 0, output: stdout + stderr };
  }
  await server.close();
  emulator.close();
  return ended;
};

const RUNS: Readonly<Record<StoryForm, Run>> = { vitest, 'node-test': nodeTest, playwright, curl };

async function read<Report>(file: string, output: string): Promise<Report> {
  const { readFile } = await import('node:fs/promises');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report;
  } catch (error) {
    throw new Error(`The runner wrote no report: ${output}`, { cause: error });
  }
}

function nameOf(file: string, ending: string): string {
  return file.slice(file.lastIndexOf('/') + 1, -ending.length);
}
