import { once } from 'node:events';
import { messageRequest } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { requestBytes, sendRaw } from './raw-socket.ts';
import { ServerProcess, sharedServer } from './server-process.ts';

const server = sharedServer();

/** Texts on which a backtracking matcher tries every way to divide them. */
const texts = [
  'Your one-time code is 482913, thank you.',
  'a'.repeat(2_000),
  `${'a b '.repeat(400)}!`,
  '1'.repeat(1_000),
  `x${' '.repeat(2_000)}x`,
];

async function sendTexts(to: ServerProcess): Promise<void> {
  const messages = texts.map((text) => messageRequest({ body: text }).messages[0]);
  expect((await to.api('POST /message', { messages })).status).toBe(200);
}

const PATTERNS = [
  '^(([^~])+)+~',
  '(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+!$',
  '(.*)*~',
  '(.*a){25}!',
  '^(\\w+\\s?)*~',
  '([a-z]+)*\\d~',
  '^(\\d+)*~',
  '(?:\\s+)+$~',
  '(x+x+)+y',
  '^(?=(a+)+~)',
  '(a*)*\\1~',
  '((a{1,100}){1,100}){1,100}~',
  '(?:a?){500}a{500}',
  `${'(a?'.repeat(200)}${')'.repeat(200)}~`,
  `${'('.repeat(3_000)}a${')'.repeat(3_000)}`,
  '[',
  '(?<name>',
  '\\p{L}+\\p{L}+\\p{L}+~',
];

describe('a pattern to wait for never blocks the server', () => {
  test.each(PATTERNS)('%j', async (pattern) => {
    await sendTexts(server());
    const query = `pattern=${encodeURIComponent(pattern)}&timeout=100`;
    const waited = server()
      .control(`GET /messages/wait?${query}`)
      .then(
        ({ status }) => status,
        () => 'cut off' as const,
      );
    expect(await server().isAlive()).toBe(true);
    expect([200, 400, 408]).toContain(await waited);
  });

  test('a hostile wait does not prevent the server from stopping', async () => {
    const victim = await ServerProcess.start();
    await sendTexts(victim);
    void victim
      .control(`GET /messages/wait?timeout=100&pattern=${encodeURIComponent(PATTERNS[0] as string)}`)
      .catch(() => undefined);
    // The probe shows that the wait has been read, or else that it blocks the server.
    const isAlive = await victim.isAlive();
    const ended = once(victim.child, 'exit');
    victim.child.kill(isAlive ? 'SIGTERM' : 'SIGKILL');
    await ended;
    expect(isAlive).toBe(true);
    expect(victim.child.exitCode).toBe(0);
  });

  test('a message that arrives during a hostile wait still ends other waits', async () => {
    const hostile = PATTERNS.slice(0, 6).map((pattern) =>
      server().control(`GET /messages/wait?timeout=2s&pattern=${encodeURIComponent(pattern)}`),
    );
    const honest = server().control<{ message: { body: string } }>(
      'GET /messages/wait?timeout=20s&contains=one-time',
    );
    expect(await server().isAlive()).toBe(true);
    await sendTexts(server());
    expect((await honest).status).toBe(200);
    for (const { status } of await Promise.all(hostile)) expect([200, 400, 408]).toContain(status);
  });
});

const WILDCARDS = [
  '*a*a*a*a*a*a*b',
  `/message${'*a'.repeat(40)}*b`,
  '*'.repeat(5_000),
  `${'*/'.repeat(100)}x`,
  `/${'a*'.repeat(1_000)}b`,
];

describe('a wildcard of a fault never blocks the server', () => {
  test.each(WILDCARDS)('%j', async (path) => {
    await server().control('POST /faults', { path, status: 503 });
    const target = `/message${'a'.repeat(7_000)}`;
    const asked = sendRaw(server().port, requestBytes(`GET ${target}`));
    expect(await server().isAlive()).toBe(true);
    expect((await asked).statuses).toHaveLength(1);
    expect((await server().control('GET /faults')).status).toBe(200);
  });
});

test('a wildcard of a carrier rule never blocks the server', async () => {
  const rules = [{ to: `${'*1'.repeat(500)}*2`, outcome: 'fail' }];
  await server().control('PUT /carrier', { outcome: 'deliver', rules });
  const sent = server().api('POST /message', messageRequest({ to: '111111111111111' }));
  expect(await server().isAlive()).toBe(true);
  expect((await sent).status).toBe(200);
});

describe('JSON that is deep, wide or long never blocks the server', () => {
  const MIB = 1024 * 1024;
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  const bodies: readonly (readonly [name: string, body: string])[] = [
    ['5,000,000 arrays in each other', deep(5_000_000)],
    ['1,000,000 objects in each other', objects(1_000_000)],
    ['10 MiB of open brackets', '['.repeat(10 * MIB)],
    ['10 MiB of open objects', '{"a":'.repeat(2 * MIB)],
    ['a number of 9 MiB', `{"messages":1${'0'.repeat(9 * MIB)}}`],
    ['a text of 9 MiB of escapes', `{"messages":"${'\\u0041'.repeat(1.5 * MIB)}"}`],
    [
      'a message with 300,000 unknown members',
      `{"messages":[{${Array.from({ length: 300_000 }, (_, n) => `"m${n}":1`).join(',')}}]}`,
    ],
    ['1,000,000 messages that are null', `{"messages":[${'null,'.repeat(1_000_000)}null]}`],
  ];

  const calls = [
    'POST /message',
    'POST /batch',
    'PATCH /topup',
    'POST /_emulator/faults',
    'POST /_emulator/inbound',
  ];

  describe.each(calls)('%s', (call) => {
    test.each(bodies)('%s', async (_, body) => {
      const [method = '', path = ''] = call.split(' ');
      const key = call.includes('topup') ? server().organizationKey : server().accountKey;
      const asked = fetch(`${server().url}${path}${path.startsWith('/_') ? '' : `?key=${key}`}`, {
        method,
        body,
      }).then(async (response) => {
        await response.text();
        return response.status;
      });
      expect(await server().isAlive()).toBe(true);
      // A server may end the connection on a body that it refuses.
      expect([400, 413, 'cut off']).toContain(await asked.catch(() => 'cut off'));
      expect(await server().isAlive()).toBe(true);
    });
  });

  test('a fault with a deeply nested body is refused, or listed and returned as the response', async () => {
    const body = `{"path":"/batch","status":503,"body":${deep(20_000)}}`;
    const { status } = await server().control('POST /faults', body);
    expect([201, 400]).toContain(status);
    expect((await server().control('GET /faults')).status).toBe(200);
    expect((await server().api('GET /batch')).status).toBe(status === 201 ? 503 : 200);
  });
});
