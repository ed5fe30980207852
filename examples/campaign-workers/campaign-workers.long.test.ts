import { createEmulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { describe, expect, test } from 'vitest';
import { SPRING_SALE } from './campaign.ts';
import { rehearseWithPostgres } from './postgres-rehearsal.ts';
import { withoutPostgres } from './postgres-server.ts';
import { chunksOf } from './queue.ts';
import { inventRecipients } from './recipients.ts';
import { hasRedis } from './redis-server.ts';
import { rehearse } from './rehearsal.ts';
import { rehearseCancellation } from './scheduled-rehearsal.ts';
import { sendChunk } from './send-chunk.ts';

const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const title = hasRedis ? 'with Redis' : 'with Redis (skipped: redis-server is not installed)';

describe.skipIf(!hasRedis)(title, () => {
  test('each recipient gets one message although workers are killed at any moment and jobs are added twice', {
    timeout: 120_000,
  }, async () => {
    const { reach, spent, jobs, doubled, stalled, results, requests, kills } = await rehearse({
      recipients: 1_010,
      chunkSize: 20,
      workers: 3,
      doubleEvery: 8,
      kills: 6,
      seed: 1,
    });
    expect(reach).toEqual({ once: 1_010, twice: 0, leftOut: 0, wrong: 0 });
    expect(spent).toBe(1_010);
    expect(kills).toHaveLength(3);
    expect(add(kills)).toBe(6);
    expect([jobs, doubled]).toEqual([51, 7]);
    // Other workers got the jobs of the killed workers. Three of these had lost a response.
    expect(stalled.length).toBeGreaterThanOrEqual(3);
    expect(results.queuedBefore).toBeGreaterThanOrEqual((3 + doubled) * 20);
    expect(requests).toBeGreaterThanOrEqual(results.requests + 3);
    expect(results.queued + results.queuedBefore).toBe(1_010 + doubled * 20);
    expect(results.refused).toEqual([]);
  });
});

describe.skipIf(withoutPostgres !== undefined)(
  `with Postgres${withoutPostgres === undefined ? '' : ` (${withoutPostgres})`}`,
  () => {
    test('each recipient gets one message although workers are killed at any moment', {
      timeout: 120_000,
    }, async () => {
      const { reach, results, requests, kills } = await rehearseWithPostgres({
        recipients: 1_010,
        chunkSize: 20,
        workers: 3,
        kills: 6,
        seed: 1,
      });
      expect(reach).toEqual({ once: 1_010, twice: 0, leftOut: 0, wrong: 0 });
      expect(add(kills)).toBe(6);
      expect(results.queued + results.queuedBefore).toBe(1_010);
      expect(results.queuedBefore).toBeGreaterThanOrEqual(3 * 20);
      expect(requests).toBeGreaterThanOrEqual(results.requests + 3);
    });
  },
);

describe('a job', () => {
  const emulator = createEmulator({ accounts: [{ credits: 1_000, senders: [SPRING_SALE.sender] }] });
  const { baseUrl, fetch, account } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
  const send = (recipients: Parameters<typeof sendChunk>[2]['recipients']) =>
    sendChunk(client, SPRING_SALE, { recipients });

  test('that was partly done sends the rest', async () => {
    emulator.reset();
    const recipients = [...inventRecipients(20)];
    await send(recipients.slice(5, 12));
    expect(await send(recipients)).toEqual({ queued: 13, queuedBefore: 7, refused: [], requests: 2 });
    expect(await send(recipients)).toEqual({ queued: 0, queuedBefore: 20, refused: [], requests: 1 });
    expect(emulator.messages()).toHaveLength(20);
  });

  test('fails after a lost response, and the next delivery finds its messages queued', async () => {
    emulator.reset();
    emulator.addFault({ path: '/message', when: 'after', disconnect: true });
    const recipients = [...inventRecipients(5)];
    await expect(send(recipients)).rejects.toMatchObject({ maybeSent: true });
    expect(await send(recipients)).toEqual({ queued: 0, queuedBefore: 5, refused: [], requests: 1 });
  });

  test('does not fail because of an invalid number, which would be invalid the next time, too', async () => {
    emulator.reset();
    const [first, second] = [...inventRecipients(2)] as [never, never];
    const nowhere = { reference: 'x', phone: 'none', name: 'X' };
    const { queued, refused } = await send([first, nowhere, second]);
    expect([queued, refused.length]).toEqual([2, 1]);
  });
});

describe('a scheduled campaign (BAT-9)', () => {
  test('is cancelled by its own identifiers, also the batches whose response was lost', async () => {
    expect(await rehearseCancellation(50, 20)).toEqual({
      scheduled: 2,
      before: 1,
      pending: 3,
      cancelled: 3,
      cancelledAgain: 0,
      sent: 0,
    });
  });
});

test('jobs hold every recipient once, under names that never change', () => {
  const jobs = [...chunksOf(inventRecipients(45), 20)];
  expect(jobs.map(({ opts }) => opts.jobId)).toEqual(['chunk-0', 'chunk-1', 'chunk-2']);
  expect(jobs.flatMap(({ data }) => data.recipients)).toEqual([...inventRecipients(45)]);
  expect([...chunksOf(inventRecipients(40), 20)]).toHaveLength(2);
});
