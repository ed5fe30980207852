import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import type { ProjectConfig } from 'vitest/node';
import { SlowestFirst } from './test/slowest-first.ts';
import { workerScript } from './test/worker-script.ts';
import { CHROMIUM, hasChromium } from './tools/chromium.ts';
import { root, sourcePaths } from './tools/source-paths.ts';

// A longer name first: an alias also matches what follows it after a slash.
const alias = [...sourcePaths]
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([find, replacement]) => ({ find, replacement }));

const folders = '{packages,examples,tools,test}';

/** Makes Node find the sources of the packages. */
const sourceResolution = ['--import', `${root}tools/source-resolution.ts`];

const timers = './test/real-timers.ts';

/** Every response of an emulator in these tests is compared with docs/openapi.yaml or docs/control-api.yaml. */
const checkedResponses = {
  globalSetup: ['./test/checked-responses/openapi-document.ts'],
  setupFiles: [timers, './test/checked-responses/check-every-response.ts'],
};

/**
 * Test files that run in a process of their own: those that replace modules or reset them, and those of the page, which
 * replace the globals of a browser. All others share processes, which saves loading the sources for each of them.
 */
const isolated = globSync(`${folders}/**/*.test.ts`, {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) =>
      (file.startsWith('packages/inspector/') && !file.startsWith('packages/inspector/test/reads/')) ||
      /\bvi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(root + file, 'utf8')),
  );

const excluded = [
  '**/node_modules/**',
  '**/dist/**',
  '**/.snippets/**',
  'test/{runtimes,instrumented}/**',
  '**/*.{long,browser,e2e,packed,site}.test.ts',
];

const unit: ProjectConfig = {
  // Machines are shared, so a second can become ten. No test asserts how long something takes.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 50_000 } },
  // Examples pass the options of Node on to the programs that they start.
  execArgv: sourceResolution,
  // Mocks and stubs must not affect the next test.
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
};

/** Tests in a real browser, where there is one. Everything but the page itself stays on this machine. */
function browserProjects(): TestProjectConfiguration[] {
  if (!hasChromium) {
    process.stderr.write(
      `No ${CHROMIUM}: the browser tests are skipped. Debian has it as the package chromium.\n`,
    );
    return [];
  }
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return [
    {
      extends: true,
      plugins: [workerScript()],
      test: {
        name: 'browser',
        include: [`${folders}/**/*.browser.test.ts`],
        testTimeout: 30_000,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: { executablePath: CHROMIUM, args } }),
          instances: [{ browser: 'chromium' }],
        },
      },
    },
  ];
}

/** The inspector's page, driven from Node in a real browser, where there is one. `npm run test:inspector` builds it first. */
const inspectorProject: TestProjectConfiguration = {
  extends: true,
  test: {
    name: 'inspector',
    // Files share processes, which saves loading the sources and starting a browser for each of them.
    isolate: false,
    include: ['packages/inspector/**/*.e2e.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
};

export default defineConfig({
  resolve: { alias },
  test: {
    // The processes of tests, and the programs that they start, read compiled sources from here, which takes half the time.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/node` },
    // One more than there are cores, because tests wait for processes, sockets and pages. The default keeps a core free.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowestFirst },
    // A shared machine can stall a test of real processes and sockets beyond any margin. The report shows each retry.
    retry: process.env.CI === 'true' ? 2 : 0,
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          ...checkedResponses,
          name: 'unit',
          isolate: false,
          include: [`${folders}/**/*.test.ts`],
          exclude: [...excluded, ...isolated],
        },
      },
      {
        extends: true,
        // Without the check of responses: it would load the emulator in the process of every file.
        test: { ...unit, setupFiles: [timers], name: 'isolated', include: isolated, exclude: excluded },
      },
      {
        extends: true,
        test: {
          ...checkedResponses,
          name: 'long',
          include: [`${folders}/**/*.long.test.ts`],
          unstubEnvs: true,
          execArgv: sourceResolution,
          testTimeout: 600_000,
          // As in the unit tests: a process that a test waits for can take seconds to start.
          expect: { poll: { timeout: 50_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: [`${folders}/**/*.test-d.ts`],
            tsconfig: './tsconfig.json',
          },
        },
      },
      {
        extends: true,
        test: {
          // The suite in every runtime. It is skipped if the runtimes, which have their own lockfile, are not installed.
          name: 'runtimes',
          include: ['test/runtimes/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          // Machines are shared, as above.
          testTimeout: 60_000,
          // All cases of a target run before its first test.
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          // Processes that a library for traces instruments. They are skipped if the libraries, which have their own lockfile,
          // are not installed.
          name: 'instrumented',
          include: ['test/instrumented/*.test.ts'],
          // Each test runs a process.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          // The packed packages and the examples, installed as users install them. `npm run build` comes first.
          name: 'packed',
          globalSetup: ['test/packages/pack-once.ts'],
          include: ['test/{packages,environments}/*.packed.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          // Each of these tests runs commands, so more at a time than there are cores only take longer.
          maxConcurrency: 2,
        },
      },
      {
        test: {
          // The built site in a browser. `npm run docs` comes first.
          name: 'site',
          include: hasChromium ? ['docs/site/test/*.site.test.ts'] : [],
          testTimeout: 180_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      inspectorProject,
      ...browserProjects(),
    ],
  },
});
