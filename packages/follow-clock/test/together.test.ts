import { expect, test } from 'vitest';
import { START, serveFollowed } from './application.ts';

test('a message that a timer sends, and the consequences of its webhook, belong to the same advance', async () => {
  const { emulator, start } = await serveFollowed({ carrier: { after: '3s' } });
  const application = await start(`
    const url = await serve((request, response) => {
      say('receipt');
      response.end();
      if (request.url === '/first') setTimeout(() => send('Second', url + '/second'), 60_000);
    });
    setTimeout(() => send('First', url + '/first'), 3_600_000);
  `);
  await emulator.clock.advance('2h');
  expect(emulator.messages().map(({ body, state, resolvedAt }) => [body, state, resolvedAt])).toEqual([
    ['First', 'delivered', '2026-01-01T10:00:03.000Z'],
    ['Second', 'delivered', '2026-01-01T10:01:06.000Z'],
  ]);
  await application.line('receipt 2026-01-01T10:01:06.000Z');
  expect(application.lines.slice(2)).toEqual([
    'receipt 2026-01-01T10:00:03.000Z',
    'receipt 2026-01-01T10:01:06.000Z',
  ]);
});

test('an advance returns after the requests that a timer has started, and what follows from them', async () => {
  const { emulator, start } = await serveFollowed();
  await start(`
    import { createServer as listen, connect } from 'node:net';
    import { readFile } from 'node:fs/promises';
    import { setTimeout as sleep } from 'node:timers/promises';
    // Both servers take real time to respond.
    const url = await serve((request, response) => {
      const wait = process.hrtime.bigint() + 100_000_000n;
      const answer = () => (process.hrtime.bigint() < wait ? setImmediate(answer) : response.end('slow'));
      answer();
    });
    const store = listen((socket) => socket.on('data', () => {
      const wait = process.hrtime.bigint() + 50_000_000n;
      const answer = () => (process.hrtime.bigint() < wait ? setImmediate(answer) : socket.write('OK'));
      answer();
    })).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const connection = connect(store.address().port, '127.0.0.1');
    await once(connection, 'connect');
    setTimeout(async () => {
      await (await fetch(url)).text();
      await readFile('package.json');
      await sleep(0);
      // A client of a database often sends its next query while it reads a response.
      connection.write('GET key');
      for (let question = 1; question < 4; question++) {
        await once(connection, 'data');
        connection.write('GET next');
      }
      await once(connection, 'data');
      await fetch(url);
      await send('Done');
    }, 1_000);
  `);
  await emulator.clock.advance('1s');
  expect(emulator.messages()).toMatchObject([{ body: 'Done', queuedAt: '2026-01-01T09:00:01.000Z' }]);
});

test('a timer that a request sets is visited, however soon the advance follows the response', async () => {
  const { emulator, start } = await serveFollowed();
  const application = await start(`
    await serve((request, response) => {
      response.end();
      setTimeout(() => send(request.url), 600_000);
    });
  `);
  const [url = ''] = application.lines;
  for (const round of [1, 2, 3, 4, 5]) {
    await (await fetch(`${url}/${round}`)).text();
    await emulator.clock.advance('1h');
    expect(emulator.messages()).toHaveLength(round);
  }
  expect(emulator.messages().at(-1)).toMatchObject({ queuedAt: '2026-01-01T13:10:00.000Z' });
});

test('an application that ends in the middle of an advance is removed, and joins at the current time when it is back', async () => {
  const { emulator, start, warnings } = await serveFollowed();
  const application = await start(`setTimeout(() => process.exit(7), 600_000);`);
  await emulator.clock.advance('1h');
  expect(await application.ended()).toBe(7);
  const again = await start(`say('started'); setTimeout(() => say('timer'), 600_000);`);
  expect(again.lines).toContain('started 2026-01-01T10:00:00.000Z');
  await emulator.clock.advance('1h');
  await again.line('timer 2026-01-01T10:10:00.000Z');
  expect(warnings).toEqual([]);
});

test('an application joins a sandbox by its identifier or by its control address', async () => {
  const { url, emulator, start } = await serveFollowed();
  const created = await fetch(`${url}/_emulator/sandboxes`, {
    method: 'POST',
    body: JSON.stringify({ clock: 'virtual', now: '2030-01-01T00:00Z' }),
  });
  const { id } = (await created.json()) as { id: string };
  const code = `say('started'); setTimeout(() => say('timer'), 60_000);`;
  const applications = [
    await start(code, { MESSAGING_EMULATOR_SANDBOX: id }),
    await start(code, { MESSAGING_EMULATOR_URL: `${url}/_emulator/sandboxes/${id}` }),
  ];
  await emulator.clock.advance('1h');
  await fetch(`${url}/_emulator/sandboxes/${id}/clock/advance`, { method: 'POST', body: '{ "by": "2m" }' });
  for (const application of applications) {
    await application.line('timer 2030-01-01T00:01:00.000Z');
    expect(application.lines).toEqual([
      'started 2030-01-01T00:00:00.000Z',
      'ready',
      'timer 2030-01-01T00:01:00.000Z',
    ]);
  }
  expect(emulator.clock.now().toISOString()).toBe(new Date(Date.parse(START) + 3_600_000).toISOString());
});

test('an application may move the clock in a timer of its own', async () => {
  const { emulator, url, start } = await serveFollowed();
  const application = await start(`
    setTimeout(async () => {
      await fetch('${url}/_emulator/clock/advance', { method: 'POST', body: '{ "by": "1h" }' });
      say('moved');
    }, 60_000);
  `);
  await emulator.clock.advance('1m');
  await application.line('moved 2026-01-01T10:01:00.000Z');
});
