import { Agent, request as openRequest } from 'node:http';
import { expect, test } from 'vitest';
import { messageUuids, newFile, startWithState } from './command.ts';

const CALLERS = 4;
const MESSAGES = 1_000;
/** The server is killed after so many requests, and after so many milliseconds. */
const LEAST_REQUESTS = 60;
const LEAST_MS = 3_000;

interface Acknowledged {
  readonly uuids: readonly string[];
  readonly at: number;
}

/** Sends requests one after another until the server is killed, and reports each one that was acknowledged. */
async function saturate(
  url: string,
  key: string,
  caller: number,
  onAcknowledged: (uuids: readonly string[]) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (let call = 0; ; call++) {
    const uuids = Array.from({ length: MESSAGES }, (_, index) => uuidOf(caller, call * MESSAGES + index));
    const messages = uuids.map((id) => ({
      id,
      to: '447700900123',
      from: { type: 'custom', value: 'DEMO' },
      body: 'Your code is 482913',
    }));
    try {
      await post(agent, `${url}/message?key=${key}`, JSON.stringify({ messages }));
    } catch {
      agent.destroy();
      return;
    }
    onAcknowledged(uuids);
  }
}

function uuidOf(caller: number, index: number): string {
  return `${String(caller).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** Makes a request with little work for this process, which shares the machine with the server. */
function post(agent: Agent, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    openRequest(url, { method: 'POST', agent }, (response) => {
      response.resume().once('error', reject);
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('refused'))));
    })
      .once('error', reject)
      .end(body);
  });
}

test('a server that is saturated with calls loses at most the last second of what it acknowledged (EMU-23)', async () => {
  const file = newFile();
  const { url, key, kill } = await startWithState(file);
  const acknowledged: Acknowledged[] = [];
  const startedAt = performance.now();
  let killedAt = Number.POSITIVE_INFINITY;
  const killWhenSaturated = () => {
    const now = performance.now();
    if (acknowledged.length < LEAST_REQUESTS || now < startedAt + LEAST_MS) return;
    killedAt = Math.min(killedAt, now);
    void kill();
  };
  const callers = Array.from({ length: CALLERS }, (_, caller) =>
    saturate(url, key, caller, (uuids) => {
      acknowledged.push({ uuids, at: performance.now() });
      killWhenSaturated();
    }),
  );
  await Promise.all(callers);
  const kept = await messageUuids((await startWithState(file)).url);
  const due = acknowledged.filter(({ at }) => at < killedAt - 1_000);
  expect(due.length).toBeGreaterThan(0);
  const lost = due.filter(({ uuids }) => !uuids.every((uuid) => kept.has(uuid)));
  const newest = acknowledged.findLast(({ uuids }) => uuids.every((uuid) => kept.has(uuid)))?.at ?? 0;
  process.stderr.write(
    `${Math.round((acknowledged.length * MESSAGES * 1_000) / (killedAt - startedAt))} messages a second; the file was ${Math.round(killedAt - newest)} ms behind.\n`,
  );
  expect(lost.map(({ at }) => `${Math.round(killedAt - at)} ms before the kill`)).toEqual([]);
});
