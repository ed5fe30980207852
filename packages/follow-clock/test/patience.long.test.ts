import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

// Each of these waits in real time for the end of a patience.

test('a request that never ends delays an advance only for a while, and an event stream does not delay it', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    const url = await serve((request, response) => {
      if (request.url !== '/stream') return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': open');
    });
    setTimeout(() => fetch(url + '/stream'), 1_000);
    setTimeout(() => fetch(url + '/poll?key=secret'), 60_000);
    setTimeout(() => say('later'), 120_000);
  `);
  await emulator.clock.advance('1s');
  expect(application.errors()).toBe('');
  await emulator.clock.advance('2m');
  await application.line('later 2026-01-01T09:02:00.000Z');
  expect(application.errors()).toMatch(
    /GET http:\/\/127\.0\.0\.1:\d+\/poll has not ended within 5 s of real time, or requests have followed each other for 30 s\. The advance continues without it, and does not wait for similar ones\./,
  );
});

test('what one application writes to an open stream or a long poll, another one reads at the same instant', async () => {
  const { emulator, start } = await serveFollowed();
  const writer = await start(`
    const open = [];
    await serve((request, response) => {
      open.push(response);
      if (request.url === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    });
    setInterval(() => {
      for (const response of open.splice(0)) {
        response.write('x');
        if (response.req.url === '/stream') open.push(response);
        else response.end();
      }
    }, 3_600_000);
  `);
  const [url = ''] = writer.lines;
  const reader = await start(`
    const confirm = (name) => {
      say(name);
      setTimeout(() => say(name + ' later'), 600_000);
    };
    (await fetch('${url}/stream')).body.pipeTo(new WritableStream({ write: () => confirm('stream') }));
    const poll = async () => {
      await (await fetch('${url}/poll')).text();
      confirm('poll');
      poll();
    };
    poll();
  `);
  await emulator.clock.advance('150m');
  await reader.line(/^poll later .*11:10/);
  expect(reader.lines.slice(1).toSorted()).toEqual([
    'poll 2026-01-01T10:00:00.000Z',
    'poll 2026-01-01T11:00:00.000Z',
    'poll later 2026-01-01T10:10:00.000Z',
    'poll later 2026-01-01T11:10:00.000Z',
    'stream 2026-01-01T10:00:00.000Z',
    'stream 2026-01-01T11:00:00.000Z',
    'stream later 2026-01-01T10:10:00.000Z',
    'stream later 2026-01-01T11:10:00.000Z',
  ]);
  expect(reader.errors().match(/does not wait for similar ones/g)).toHaveLength(1);
});

test('an advance continues without an application that hangs, with a warning that names it', async () => {
  const { emulator, start, warnings } = await serveFollowed();
  const application = await start(`setTimeout(() => { for (;;); }, 600_000);`);
  await emulator.clock.advance('1h');
  expect(emulator.clock.now().toISOString()).toBe('2026-01-01T10:00:00.000Z');
  const name = `node (process ${application.process.pid})`;
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The advance to 2026-01-01T10:00:00.000Z has taken 2 s and is at 2026-01-01T09:10:00.000Z\. .* It waits for node \(process \d+\)\.$/,
    ),
    `${name} follows the clock, but did not reach 2026-01-01T09:10:00.000Z within 10 s of ` +
      'real time. The clock no longer waits for it. Look for code that blocks its event loop.',
  ]);
});
