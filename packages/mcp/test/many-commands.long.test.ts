import { serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { connectOverStdio, REVISIONS } from './agents.ts';
import { expectedOf, NAMES, workOf } from './one-agents-work.ts';

test('ten commands at once, with five calls at a time each, share one emulator (EMU-5)', async () => {
  const { server } = await serve();
  const works = Array.from({ length: 10 }, async (_, index) => {
    const revision = REVISIONS[index % 2] ?? REVISIONS[0];
    const agent = await connectOverStdio(['--url', server.url], { revision });
    return Promise.all(NAMES.slice(index * 5, index * 5 + 5).map((name) => workOf(agent, name)));
  });
  expect((await Promise.all(works)).flat()).toEqual(NAMES.map(expectedOf));
});

test('of more sessions than are kept, the one that was not used for the longest time ends', async () => {
  const { server } = await serve();
  const post = (message: object, session?: string) =>
    fetch(`${server.url}/_emulator/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
    });
  const begin = async () => {
    const clientInfo = { name: 'agent', version: '1.0.0' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const response = await post({ method: 'initialize', params });
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const statusOf = async (session: string) => {
    const response = await post({ method: 'tools/list' }, session);
    await response.text();
    return response.status;
  };
  const [first, second] = [await begin(), await begin()];
  expect(await statusOf(first)).toBe(200);
  for (let count = 2; count <= 1_000; count++) await begin();
  expect(await statusOf(first)).toBe(200);
  expect(await statusOf(second)).toBe(404);
});
