import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

const CLIENT = `
  import { createMessagingClient } from '@messaging-service/sdk';
  const client = createMessagingClient({
    baseUrl: process.env.EMULATOR,
    accountKey: process.env.ACCOUNT_KEY,
  });
  const sendOne = () =>
    client.messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'Hello' });
`;

/** What an idle program has: a server, intervals, schedules, an open stream with heartbeats, and a request that was answered. */
const IDLE = `
  const idle = await serve((request, response) => {
    if (request.url === '/answered') return response.end();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    const beat = () => setTimeout(() => { response.write(': beat'); beat(); }, 15_000);
    beat();
  });
  await (await fetch(idle + '/answered')).text();
  await fetch(idle + '/stream');
  setInterval(() => undefined, 500);
  setTimeout(() => undefined, 5_000);
  setTimeout(() => undefined, 86_400_000);
  const started = process.hrtime.bigint();
  while (process.hrtime.bigint() < started + 100_000_000n) await new Promise(setImmediate);
`;

test.each([
  {
    who: 'a send that tries again after a 503',
    fault: { operation: 'messages.send', status: 503, times: 1 } as const,
    code: `${CLIENT}void sendOne().then(() => say('sent'));`,
    timer:
      /a timer of \S+ at packages\/sdk\/src\/call\/\S+:\d+ after POST http:\/\/127\.0\.0\.1:\d+\/message failed with 503/,
    effect: /^sent 2026/,
  },
  {
    who: 'a send that tries again after a lost connection',
    fault: { disconnect: true, times: 1 } as const,
    code: `${CLIENT}void client.batches.listPending().then(() => say('listed'));`,
    timer:
      /a timer of \S+ at packages\/sdk\/src\/call\/\S+:\d+ after GET http:\/\/127\.0\.0\.1:\d+\/\S+ failed[. ]/,
    effect: /^listed 2026/,
  },
  {
    who: 'the client of a handler that pauses',
    code: `
      const url = await serve((request, response) => setTimeout(() => response.end(), 1_500));
      void fetch(url + '/orders?id=1').then(() => say('responded'));`,
    timer: /a timer of 1500ms at \S+:\d+ while .*GET .*\/orders is open/,
    effect: /^responded 2026/,
  },
  {
    who: 'a request with a time limit that nobody answers',
    code: `
      const url = await serve(() => undefined);
      void fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => say('timed out'));`,
    timer: /a timer of 10s at \S+:\d+ while .*GET .* is open/,
    effect: /^timed out 2026/,
  },
])(
  'both sides say once that $who waits for a virtual clock, and how to go on (EMU-17)',
  async ({ fault, code, timer, effect }) => {
    const { emulator, start, url, warnings } = await serveFollowed();
    if (fault !== undefined) emulator.addFault(fault);
    const application = await start(`${IDLE}${code}`);
    await expect.poll(() => warnings.length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => application.errors()).toContain('--clock system');
    expect(application.errors()).toMatch(timer);
    expect(application.errors()).toContain(`curl ${url}/_emulator/clock/advance --data '{ "by": "`);
    expect(warnings[0]).toMatch(timer);
    expect(warnings[0]).toMatch(/^node \(process \d+\) waits for .* Advance the clock/);
    await emulator.clock.advance('1m');
    await application.line(effect);
    expect(application.errors().match(/waits for a timer/g)).toHaveLength(1);
    expect(application.errors()).not.toMatch(/a timer of (5|15)s/);
  },
);

test('a program that awaits a pause and has nothing else to do says so, and one with a schedule does not (EMU-17)', async () => {
  const { emulator, start } = await serveFollowed();
  const pausing = await start(`
    import { setTimeout as sleep } from 'node:timers/promises';
    setTimeout(() => say('scheduled'), 20_000);
    console.log('ready');
    await sleep(5_000);
    say('paused');
    await new Promise((resolve) => setTimeout(resolve, 4_000));`);
  await expect
    .poll(() => pausing.errors(), { timeout: 20_000 })
    .toMatch(/a timer of 5s at .* and has nothing else to do\./);
  expect(pausing.errors()).not.toContain('20s');
  await emulator.clock.advance('5s');
  await expect
    .poll(() => pausing.errors(), { timeout: 20_000 })
    .toMatch(/a timer of 4s at .* and has nothing else to do\./);
});

test('a clock that moves is not reported, however long a pause lasts (EMU-17)', async () => {
  const { emulator, start, warnings } = await serveFollowed();
  const application = await start(
    `await serve((request, response) => setTimeout(() => response.end(), 50_000));`,
  );
  const responded = fetch(application.lines[0] ?? '');
  const until = performance.now() + 3_000;
  while (performance.now() < until) await emulator.clock.advance('1ms');
  expect([application.errors(), warnings]).toEqual(['', []]);
  await emulator.clock.advance('1m');
  expect((await responded).status).toBe(200);
});
