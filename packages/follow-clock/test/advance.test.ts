import { connectEmulator } from '@messaging-service/emulator/client';
import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

/** An application with a timer that is often due, and one that is not. */
const POLLS = `
  setInterval(() => {}, 1_000);
  setInterval(() => say('hour'), 3_600_000);
`;

test('an advance returns what it visited, and the timers that took most, also to remote callers (EMU-17)', async () => {
  const { emulator, url, start } = await serveFollowed();
  const application = await start(POLLS);
  const advanced = await emulator.clock.advance('1h');
  expect(advanced).toMatchObject({
    instants: 3_600,
    slowest: { name: `node (process ${application.process.pid})`, ms: expect.any(Number) },
    connections: [],
  });
  expect(advanced.timers).toHaveLength(2);
  const [often] = advanced.timers;
  expect(often).toMatchObject({ kind: 'timer', count: 3_600, name: expect.stringMatching(/:\d+$/) });
  const remote = await connectEmulator({ url });
  const { now, instants, timers } = await remote.clock.advance('1h');
  expect([now.toISOString(), instants]).toEqual(['2026-01-01T11:00:00.000Z', 3_600]);
  expect(timers.map(({ count }) => count)).toEqual([3_600, 1]);
  await application.line('hour 2026-01-01T11:00:00.000Z');
});

test('a connection is named with its address', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    const url = await serve((request, response) => response.end('pong'));
    setInterval(() => fetch(url + '/ping?key=secret'), 600_000);
  `);
  const [url = ''] = application.lines;
  const { connections } = await emulator.clock.advance('1h');
  expect(connections).toMatchObject([{ kind: 'connection', name: `GET ${url}/ping`, count: 6 }]);
});

test('an advance that may not visit more instants ends at the last one, and reports what it visited', async () => {
  const { emulator, url, start } = await serveFollowed();
  const application = await start(POLLS);
  await expect(emulator.clock.advance('1h', { maxInstants: 100 })).rejects.toThrow(
    /^The advance to 2026-01-01T10:00:00\.000Z has ended at 2026-01-01T09:01:40\.000Z\. It reached its limit of 100 instants\. Instants visited: 100\. The slowest follower is node \(process \d+\), with \d+ ms\. Most time went to \S+:\d+ \(100 times, \d+ ms\)\.$/,
  );
  const remote = await connectEmulator({ url });
  await expect(remote.clock.advance('1h', { maxInstants: 100 })).rejects.toMatchObject({
    status: 409,
    code: 'advance_stopped',
  });
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:03:20.000Z');
  await emulator.clock.advance('1h');
  await application.line('hour 2026-01-01T10:00:00.000Z');
});

test('an advance can be watched and stopped, also while an application works', async () => {
  const { emulator, url, start } = await serveFollowed();
  const application = await start(`
    await serve(() => {});
    setTimeout(() => fetch('http://127.0.0.1:' + process.env.SILENT), 60_000);
    ready();
    const { createServer: listen } = await import('node:net');
  `);
  const [silent = ''] = application.lines;
  const remote = await connectEmulator({ url });
  const waiting = await start(`setTimeout(() => fetch('${silent}/poll'), 1_000);`);
  const advanced = emulator.clock.advance('1h');
  const failed = expect(advanced).rejects.toThrow('has ended at 2026-01-01T09:00:01.000Z. It was stopped.');
  const running = async () => (await (await fetch(`${url}/_emulator/clock/advance`)).json()) as object;
  const name = `node (process ${waiting.process.pid})`;
  await expect.poll(running, { timeout: 4_000 }).toEqual({
    advance: {
      from: '2026-01-01T09:00:00.000Z',
      now: '2026-01-01T09:00:01.000Z',
      to: '2026-01-01T10:00:00.000Z',
      instants: 1,
      waitingFor: [`${name}: GET ${silent}/poll`],
    },
  });
  expect(waiting.errors()).toContain(`an advance waits for this application: GET ${silent}/poll`);
  await remote.clock.stop();
  await failed;
  expect(await running()).toEqual({ advance: null });
});

test('an advance ends when its timeout is over', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    await serve(() => {});
  `);
  const [silent = ''] = application.lines;
  await start(`setTimeout(() => fetch('${silent}'), 1_000);`);
  await expect(emulator.clock.advance('1h', { timeout: 100 })).rejects.toThrow(
    'has ended at 2026-01-01T09:00:01.000Z. It reached its limit of 100 ms of real time.',
  );
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T09:00:01.000Z');
});

test('a call of an application that visits its own instants finds the service at the same instant', async () => {
  const { emulator, start } = await serveFollowed({ carrier: { after: '3s' } });
  const application = await start(`
    let minutes = 0;
    const url = await serve((request, response) => {
      response.end();
      say('receipt');
    });
    setInterval(async () => {
      minutes++;
      if (minutes % 20 === 0) await send('minute ' + minutes, url);
    }, 60_000);
    setInterval(() => {}, 100);
  `);
  await emulator.clock.advance('1h');
  expect(emulator.messages().map(({ body, queuedAt, resolvedAt }) => [body, queuedAt, resolvedAt])).toEqual([
    ['minute 20', '2026-01-01T09:20:00.000Z', '2026-01-01T09:20:03.000Z'],
    ['minute 40', '2026-01-01T09:40:00.000Z', '2026-01-01T09:40:03.000Z'],
    ['minute 60', '2026-01-01T10:00:00.000Z', null],
  ]);
  await application.line('receipt 2026-01-01T09:40:03.000Z');
});
