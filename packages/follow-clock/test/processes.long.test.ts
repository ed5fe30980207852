import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hostOf } from '@messaging-service/emulator/host';
import { temporaryFolder } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

/** A thread that sends its time in an hour. */
const THREAD = `
  import { parentPort } from 'node:worker_threads';
  setTimeout(() => parentPort.postMessage('child ' + new Date().toISOString()), 3_600_000);
`;

const VITEST_MODULE = import.meta.resolve('vitest');
const VITEST = fileURLToPath(new URL('../vitest.mjs', VITEST_MODULE));

function threadFile(): string {
  const file = join(temporaryFolder('follow-clock'), 'thread.mjs');
  writeFileSync(file, THREAD);
  return file;
}

const vitest = (pool: string) =>
  `spawn(process.execPath, ['${VITEST}', 'run', '--root', dirname(file), '--pool', '${pool}'], { stdio: 'inherit' })`;

test.each<readonly [name: string, begin: string, runner?: string]>([
  ['a worker thread', `new Worker(file)`],
  ['a worker thread without arguments of Node', `new Worker(file, { execArgv: [] })`],
  ['a forked process', `fork(file)`],
  ['a process of Node', `spawn(process.execPath, [file])`],
  ['a process with an environment of its own', `execFile(process.execPath, [file], { env: { PATH: '' } })`],
  ['a process that a shell starts', `exec('node ' + file)`],
  ['a worker of a cluster', `cluster.setupPrimary({ exec: file }); cluster.fork()`],
  ['a test file of node --test', `spawn(process.execPath, ['--test', file])`, 'node:test'],
  ...['forks', 'threads', 'vmForks', 'vmThreads'].map(
    (pool) => [`a test file of Vitest in its pool ${pool}`, vitest(pool), VITEST_MODULE] as const,
  ),
])('%s follows the clock without further settings (EMU-17)', async (_, begin, runner) => {
  const { emulator, start } = await serveFollowed();
  const folder = temporaryFolder('follow-clock');
  const file = join(folder, 'program.test.mjs');
  const effects = join(folder, 'effects');
  writeFileSync(effects, '');
  writeFileSync(
    file,
    `
    import { appendFileSync } from 'node:fs';
    ${runner === undefined ? 'const test = (name, options, run) => run();' : `import { test } from '${runner}';`}
    test('waits', { timeout: 2 ** 31 - 1 }, async () => {
      appendFileSync('${effects}', 'begun ');
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
      appendFileSync('${effects}', new Date().toISOString());
    });
  `,
  );
  const application = await start(
    `
    import cluster from 'node:cluster';
    import { Worker } from 'node:worker_threads';
    import { exec, execFile, fork, spawn } from 'node:child_process';
    import { dirname } from 'node:path';
    const file = process.env.FILE;
    // They say that the code of this program is a text.
    process.execArgv.length = 0;
    ${begin};
  `,
    { FILE: file, PATH: `${process.execPath}/..:${process.env.PATH}` },
  );
  await expect.poll(() => readFileSync(effects, 'utf8')).toBe('begun ');
  await emulator.clock.advance('2h');
  expect(readFileSync(effects, 'utf8')).toBe('begun 2026-01-01T10:00:00.000Z');
  expect(application.errors()).not.toContain("machine's time");
});

test('a thread that a timer starts is waited for, also beside a thread of another application with its number (EMU-17)', async () => {
  const { emulator, start } = await serveFollowed();
  const file = threadFile();
  const begin = `
    import { Worker } from 'node:worker_threads';
    process.execArgv.length = 0;
    const begin = () => new Worker(process.env.FILE).on('message', (text) => say('heard', text));
  `;
  await start(`${begin} begin();`, { FILE: file });
  await expect.poll(() => hostOf(emulator).service.followers.list()).toHaveLength(2);
  const later = await start(`${begin} setTimeout(begin, 60_000);`, { FILE: file });
  await emulator.clock.advance('2h');
  await later.line('heard child 2026-01-01T10:01:00.000Z 2026-01-01T10:01:00.000Z');
});

test('an idle thread of Piscina follows the clock', async () => {
  const { emulator, warnings, start } = await serveFollowed();
  const file = join(temporaryFolder('follow-clock'), 'thread.mjs');
  writeFileSync(
    file,
    `
    setTimeout(() => console.log('rang', new Date().toISOString()), 3_600_000);
    // As the threads of Piscina do between two tasks.
    if (process.env.PISCINA_DISABLE_ATOMICS !== '1')
      setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  `,
  );
  const application = await start(
    `
    import { Worker } from 'node:worker_threads';
    process.execArgv.length = 0;
    new Worker(process.env.FILE);
  `,
    { FILE: file },
  );
  await emulator.clock.advance('2h');
  await application.line('rang 2026-01-01T10:00:00.000Z');
  expect(warnings).toEqual([]);
});

test('pino waits for its thread in real time', async () => {
  const { emulator, start } = await serveFollowed();
  const folder = join(temporaryFolder('follow-clock'), 'node_modules', 'thread-stream');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'wait.cjs');
  writeFileSync(file, `setInterval(() => console.log('asked', new Date().toISOString()), 100);`);
  const application = await start(`await import(process.env.FILE);`, { FILE: file });
  await application.line('asked 2026-01-01T09:00:00.000Z');
  expect(await emulator.clock.advance('1d')).toMatchObject({ instants: 1 });
});

test('threads that the application ends without listening to their end do not delay an advance', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(
    `
    import { Worker } from 'node:worker_threads';
    process.execArgv.length = 0;
    setInterval(() => {
      const thread = new Worker(process.env.FILE);
      thread.removeAllListeners('exit');
      thread.terminate();
    }, 3_600_000);
  `,
    { FILE: threadFile() },
  );
  await emulator.clock.advance('3h');
  expect(application.errors()).toBe('');
});

test('an application whose emulator is gone can still start processes', async () => {
  const { url, start } = await serveFollowed();
  const sandboxes = `${url}/_emulator/sandboxes`;
  const created = await fetch(sandboxes, { method: 'POST', body: '{ "clock": "virtual" }' });
  const { id } = (await created.json()) as { id: string };
  const application = await start(
    `
    import { execFile } from 'node:child_process';
    await serve((request, response) => {
      execFile(process.execPath, ['--version'], { env: {} }, () => response.end('ended'));
    });
    console.log('ready');
  `,
    { MESSAGING_EMULATOR_SANDBOX: id },
  );
  const [program = ''] = application.lines;
  await fetch(`${sandboxes}/${id}`, { method: 'DELETE' });
  expect(await (await fetch(program)).text()).toBe('ended');
  expect(application.process.exitCode).toBe(null);
});

test('a thread whose code is a text keeps its time, and a warning says so', async () => {
  const { start } = await serveFollowed();
  const application = await start(`
    import { Worker } from 'node:worker_threads';
    new Worker('1', { eval: true });
    new Worker('2', { eval: true });
  `);
  await application.ended();
  expect(application.errors().match(/keeps the machine's time/g)).toHaveLength(1);
});

test('a context of node:vm shows the same time', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    import vm from 'node:vm';
    import { createContext, runInContext } from 'node:vm';
    const context = createContext({});
    setTimeout(() => {
      say(runInContext('new Date().toISOString()', context));
      say(vm.runInNewContext('new Date(Date.now()).toISOString()'));
      say(new vm.Script('new Intl.DateTimeFormat("en", { timeZone: "UTC" }).format()').runInNewContext({}));
      say(vm.runInNewContext('new Date("2020-01-01").getUTCFullYear() + value', { value: 1 }));
    }, 86_400_000);
  `);
  await emulator.clock.advance('2d');
  await application.line(/^2021/);
  const day = '2026-01-02T09:00:00.000Z';
  expect(application.lines.slice(1)).toEqual([
    `${day} ${day}`,
    `${day} ${day}`,
    `1/2/2026 ${day}`,
    `2021 ${day}`,
  ]);
});
