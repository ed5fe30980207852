import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveFollowed } from './application.ts';

/** A program that shows its time in an hour. The parent gets a message. */
const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  setTimeout(() => {
    const text = 'child ' + new Date().toISOString();
    if (parentPort !== null) parentPort.postMessage(text);
    else if (process.send !== undefined) process.send(text, () => process.disconnect());
    else console.log(text);
  }, 3_600_000);
`;

function programFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'follow-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, PROGRAM);
  return file;
}

test.each([
  ['a worker thread', `new Worker(file).on('message', heard)`],
  ['a worker thread without arguments of Node', `new Worker(file, { execArgv: [] }).on('message', heard)`],
  ['a forked process', `fork(file).on('message', heard)`],
  [
    'a process of Node',
    `spawn(process.execPath, [file]).stdout.on('data', (text) => heard(String(text).trim()))`,
  ],
  [
    'a process with an environment of its own',
    `execFile(process.execPath, [file], { env: { PATH: '' } }, (_, text) => heard(text.trim()))`,
  ],
  ['a process that a shell starts', `exec('node ' + file, (_, text) => heard(text.trim()))`],
])('%s follows the clock without further settings (EMU-17)', async (_, begin) => {
  const { emulator, start } = await serveFollowed();
  const application = await start(
    `
    import { Worker } from 'node:worker_threads';
    import { exec, execFile, fork, spawn } from 'node:child_process';
    const file = process.env.FILE;
    // They say that the code of this program is a text.
    process.execArgv.length = 0;
    const heard = (text) => say('heard', text);
    ${begin};
    console.log('ready');
  `,
    { FILE: programFile(), PATH: `${process.execPath}/..:${process.env.PATH}` },
  );
  await expect.poll(() => followersOf(emulator)).toBe(2);
  await emulator.clock.advance('2h');
  await application.line(/^heard child 2026-01-01T10:00:00\.000Z/);
  expect(application.errors()).toBe('');
});

test('a thread that a timer starts belongs to the instant of the timer', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(
    `
    import { Worker } from 'node:worker_threads';
    process.execArgv.length = 0;
    setTimeout(() => new Worker(process.env.FILE).on('message', (text) => say('heard', text)), 60_000);
    console.log('ready');
  `,
    { FILE: programFile() },
  );
  await emulator.clock.advance('2h');
  await application.line('heard child 2026-01-01T10:01:00.000Z 2026-01-01T10:01:00.000Z');
});

test('a thread whose code is a text keeps its time, and a warning says so', async () => {
  const { start } = await serveFollowed();
  const application = await start(`
    import { Worker } from 'node:worker_threads';
    new Worker('1', { eval: true });
    new Worker('2', { eval: true });
    console.log('ready');
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
    console.log('ready');
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

function followersOf(emulator: Awaited<ReturnType<typeof serveFollowed>>['emulator']): number {
  return emulator.service.followers.list().filter(({ isListening }) => isListening).length;
}
