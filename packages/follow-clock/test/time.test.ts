import { expect, test } from 'vitest';
import { START, serveFollowed, startApplication } from './application.ts';

test('a one-time code expires with the clock of the emulator (EMU-17)', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    const issuedAt = Date.now();
    await serve((request, response) => {
      response.statusCode = Date.now() - issuedAt > 5 * 60_000 ? 410 : 200;
      response.end();
    });
  `);
  const [url = ''] = application.lines;
  expect((await fetch(url)).status).toBe(200);
  await emulator.clock.advance('6m');
  expect((await fetch(url)).status).toBe(410);
});

test('everything that shows or waits for time follows the clock', async () => {
  const { emulator, start } = await serveFollowed({}, { TZ: 'UTC' });
  const application = await start(`
    import { setTimeout as sleep, setInterval as every, scheduler } from 'node:timers/promises';
    import { setTimeout as ofModule } from 'node:timers';
    import { promisify } from 'node:util';
    import { performance as ofPerfHooks } from 'node:perf_hooks';
    import { AsyncLocalStorage } from 'node:async_hooks';
    const startedAt = ofPerfHooks.now();
    const storage = new AsyncLocalStorage();
    storage.run('context', () => setTimeout((word) => say(word, storage.getStore()), 1_000, 'setTimeout'));
    sleep(2_000, 'value').then((value) => say('promise', value));
    ofModule(() => say('module'), 3_000);
    promisify(setTimeout)(4_000, 'promisified').then(say);
    AbortSignal.timeout(5_000).addEventListener('abort', ({ target }) => say(target.reason.name));
    scheduler.wait(6_000).then(() => say('scheduler'));
    setTimeout(() => say('performance', performance.now() - startedAt), 7_000);
    setTimeout(() => say(Date().slice(0, 24), new Intl.DateTimeFormat('en', { dateStyle: 'short' }).format()), 8_000);
    const controller = new AbortController();
    sleep(100_000, 0, { signal: controller.signal }).catch(({ name, code }) => say(name, code));
    setTimeout(() => controller.abort(), 9_000);
    const cleared = setTimeout(() => say('cleared'), 9_500);
    clearTimeout(+cleared);
    cleared.refresh();
    setTimeout(function () { if (this.rest-- > 0) this.refresh(); say('refreshed'); }, 10_000).rest = 1;
    console.log(new Date() instanceof Date, new Date().constructor === Date, new Date('2020-02-03').getTime() === Date.UTC(2020, 1, 3));
    ready();
    (async () => { for await (const _ of every(30_000)) { say('every'); if (Date.now() >= ${Date.parse(START) + 60_000}) break; } })();
  `);
  await emulator.clock.advance('2m');
  await application.line(/^every .*01:00\.000Z/);
  expect(application.lines).toEqual([
    'true true true',
    'ready',
    'setTimeout context 2026-01-01T09:00:01.000Z',
    'promise value 2026-01-01T09:00:02.000Z',
    'module 2026-01-01T09:00:03.000Z',
    'promisified 2026-01-01T09:00:04.000Z',
    'TimeoutError 2026-01-01T09:00:05.000Z',
    'scheduler 2026-01-01T09:00:06.000Z',
    'performance 7000 2026-01-01T09:00:07.000Z',
    'Thu Jan 01 2026 09:00:08 1/1/26 2026-01-01T09:00:08.000Z',
    'AbortError ABORT_ERR 2026-01-01T09:00:09.000Z',
    'refreshed 2026-01-01T09:00:10.000Z',
    'refreshed 2026-01-01T09:00:20.000Z',
    'every 2026-01-01T09:00:30.000Z',
    'every 2026-01-01T09:01:00.000Z',
  ]);
});

/** Node does not have `Temporal` without this, and does not take the flag from the environment. */
const WITH_TEMPORAL = `
  import v8 from 'node:v8';
  import vm from 'node:vm';
  v8.setFlagsFromString('--harmony-temporal');
  globalThis.Temporal = vm.runInNewContext('Temporal');
`;

test('all clocks of the process agree after an advance', async () => {
  const { emulator, start } = await serveFollowed(
    {},
    { TZ: 'UTC', NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(WITH_TEMPORAL)}` },
  );
  const application = await start(`
    const uptime = process.uptime();
    const { startTime } = performance.mark('begin');
    const differences = () => [
      performance.timeOrigin + performance.now() - Date.now(),
      performance.mark('end').startTime - startTime,
      performance.measure('both', 'begin', 'end').duration,
      performance.measure('since', 'begin').duration,
      performance.measure('named', { start: 'begin', detail: 1 }).duration,
      performance.measure('fixed', { start: 5, duration: 7 }).duration,
      process.uptime() - uptime,
    ];
    setTimeout(() => {
      say(differences().map(Math.round).join(' '));
      const { Now } = Temporal;
      say([Now.instant(), Now.plainDateISO(), Now.plainTimeISO(), Now.plainDateTimeISO('UTC')].join(' '));
      say(String(Now.zonedDateTimeISO('Europe/Berlin')));
    }, 3_600_000);
  `);
  await emulator.clock.advance('1h');
  await application.line(/Berlin/);
  const now = '2026-01-01T10:00:00.000Z';
  expect(application.lines.slice(1)).toEqual([
    `0 3600000 3600000 3600000 3600000 7 3600 ${now}`,
    `2026-01-01T10:00:00Z 2026-01-01 10:00:00 2026-01-01T10:00:00 ${now}`,
    `2026-01-01T11:00:00+01:00[Europe/Berlin] ${now}`,
  ]);
});

test('a program that waits for an instant with fractions of a millisecond does not wait forever', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    const target = Date.now() + 60_000.0002;
    const wait = () => {
      if (Date.now() < target) setTimeout(wait, target - Date.now());
      else say('reached');
    };
    wait();
  `);
  await emulator.clock.advance('2m');
  await application.line('reached 2026-01-01T09:01:00.001Z');
  expect(application.errors()).toBe('');
});

test('a timer of more than 24 days waits', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    setTimeout(() => say('never'), 8.64e15).unref();
    setTimeout(() => say('later'), 40 * 86_400_000);
    setInterval(() => say('often'), 30 * 86_400_000);
  `);
  await emulator.clock.advance('60d');
  await application.line('often 2026-03-02T09:00:00.000Z');
  expect(application.lines.slice(1)).toEqual([
    'often 2026-01-31T09:00:00.000Z',
    'later 2026-02-10T09:00:00.000Z',
    'often 2026-03-02T09:00:00.000Z',
  ]);
  expect(application.errors()).not.toContain('TimeoutOverflowWarning');
});

test('without an advance, zero-delay timers, turns of the event loop, connections and the high-resolution time continue', async () => {
  const { start, emulator } = await serveFollowed();
  const application = await start(`
    import { connect, createServer as listen } from 'node:net';
    import { Agent, get } from 'node:http';
    const before = process.hrtime.bigint();
    await new Promise((resolve) => setTimeout(resolve));
    await new Promise((resolve) => setTimeout(resolve, 0));
    await new Promise(setImmediate);
    await new Promise(queueMicrotask);
    await new Promise(process.nextTick);
    console.log('passed', process.hrtime.bigint() > before);
    const silent = listen((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const socket = connect(silent.address().port, '127.0.0.1').setTimeout(50);
    await once(socket, 'timeout');
    socket.destroy();
    const request = get('http://127.0.0.1:' + silent.address().port, { timeout: 50 });
    request.on('error', () => {});
    await once(request, 'timeout');
    request.destroy();
    console.log('timeouts');
    const url = await serve((_, response) => response.end('x'.repeat(100_000)));
    const agent = new Agent({ keepAlive: true, timeout: 5_000 });
    for (let call = 0; call < 5; call++) {
      if ((await (await fetch(url)).text()).length !== 100_000) throw new Error('cut');
      await new Promise((resolve) => get(url, { agent }, (response) => response.resume().on('end', resolve)));
    }
    say('ready');
  `);
  expect(application.lines).toContain('passed true');
  expect(application.lines).toContain('timeouts');
  expect(application.lines).toContain(`ready ${START}`);
  const [url = ''] = application.lines.filter((line) => line.startsWith('http'));
  await emulator.clock.advance('30d');
  expect((await (await fetch(url)).text()).length).toBe(100_000);
});

test('a process ends when it has nothing to do but to follow the clock, and stays alive for its timers', async () => {
  const { emulator, start } = await serveFollowed();
  const idle = await start(`setInterval(() => {}, 60_000).unref();`);
  expect(await idle.ended()).toBe(0);
  const waiting = await start(`setTimeout(() => say('done'), 60_000);`);
  await emulator.clock.advance('1m');
  expect(await waiting.ended()).toBe(0);
  expect(waiting.lines).toEqual(['ready', 'done 2026-01-01T09:01:00.000Z']);
});

test('an error in a timer is an uncaught exception, and does not delay the advance', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    process.on('uncaughtException', ({ message }) => say(message));
    setTimeout(() => { throw new Error('broken'); }, 1_000);
    setTimeout(() => say('next'), 1_000);
  `);
  await emulator.clock.advance('1m');
  await application.line(/^next/);
  expect(application.lines.slice(1)).toEqual([
    'broken 2026-01-01T09:00:01.000Z',
    'next 2026-01-01T09:00:01.000Z',
  ]);
});

test('a system clock moves the application with it', async () => {
  const { emulator, start } = await serveFollowed({ clock: 'system' });
  const application = await start(`
    setTimeout(() => say('tomorrow'), 24 * 3_600_000);
    setTimeout(() => say('soon'), 20);
  `);
  await application.line(/^soon 2026-01-01T09:00/);
  await emulator.clock.advance('25h');
  await application.line(/^tomorrow 2026-01-02T09:00/);
});

test('after a reset the application is back at the start, and its timers keep their remaining time', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    await serve((_, response) => response.end(new Date().toISOString()));
    setTimeout(() => say('timer'), 3 * 3_600_000);
  `);
  const [url = ''] = application.lines;
  await emulator.clock.advance('1h');
  expect(await (await fetch(url)).text()).toBe('2026-01-01T10:00:00.000Z');
  emulator.reset();
  expect(await (await fetch(url)).text()).toBe(START);
  await emulator.clock.advance('3h');
  await application.line('timer 2026-01-01T11:00:00.000Z');
});

test('an application whose emulator cannot be reached ends with an error that says so', async () => {
  const unreachable = startApplication('', { MESSAGING_EMULATOR_URL: 'http://127.0.0.1:1' });
  expect(await unreachable.ended()).toBe(1);
  expect(unreachable.errors()).toContain(
    'Cannot follow the clock of the emulator at http://127.0.0.1:1/_emulator: connect ECONNREFUSED 127.0.0.1:1. ' +
      'Start the emulator before the application, and check MESSAGING_EMULATOR_URL.',
  );
});

test('an address that is missing or not valid is named', async () => {
  const missing = startApplication('', { MESSAGING_EMULATOR_URL: '' });
  expect(await missing.ended()).toBe(1);
  expect(missing.errors()).toContain('MESSAGING_EMULATOR_URL is not set');
  const invalid = startApplication('', { MESSAGING_EMULATOR_URL: 'localhost:4010' });
  expect(await invalid.ended()).toBe(1);
  expect(invalid.errors()).toContain(
    'must be the address of an emulator, such as "http://127.0.0.1:4010"; got "localhost:4010".',
  );
});

test('an emulator in the process of the application has limits in real time (EMU-9)', async () => {
  const { start } = await serveFollowed();
  const application = await start(`
    import { createEmulator } from '@messaging-service/emulator';
    const { waitForMessage } = createEmulator();
    waitForMessage({ timeout: 10 }).catch((error) => console.log(error.message));
  `);
  await application.line(/within 10 ms/);
});
