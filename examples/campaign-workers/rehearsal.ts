import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { Queue, QueueEvents } from 'bullmq';
import { SPRING_SALE } from './campaign.ts';
import { type Crew, startCrew } from './crew.ts';
import { type Kills, killWorkers } from './kills.ts';
import { addCampaign, type Chunk, type ChunkResult, chunksOf, QUEUE } from './queue.ts';
import { balanceOf, type Reach, reachOf } from './reach.ts';
import { inventRecipients } from './recipients.ts';
import { startRedis } from './redis-server.ts';
import { countRequests } from './requests.ts';
import { startWorker } from './worker-processes.ts';

/** Options of a rehearsal. */
export interface Rehearsal extends Kills {
  readonly recipients: number;
  /** Recipients in a job. */
  readonly chunkSize: number;
  readonly workers: number;
  /** Every job with an index divisible by this number is added twice. */
  readonly doubleEvery: number;
  /** Called with each line that a worker prints. */
  readonly show?: (worker: number, line: string) => void;
}

/** Result of a rehearsal. */
export interface RehearsalReport {
  readonly reach: Reach;
  /** Credits spent; each message takes one. */
  readonly spent: number;
  /** Jobs in the queue, and how many of them were added twice. */
  readonly jobs: number;
  readonly doubled: number;
  /** Names of the jobs that were delivered again because their worker stopped renewing its lock. */
  readonly stalled: readonly string[];
  /** The results of the jobs, added up. */
  readonly results: ChunkResult;
  /** Requests that the service received, also from workers that were killed. */
  readonly requests: number;
  /** How often the worker of each place was killed. */
  readonly kills: readonly number[];
}

/** Sends a campaign through a real Redis and worker processes, which are killed and started again. */
export async function rehearse(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { recipients: count, chunkSize, doubleEvery, show } = rehearsal;
  const credits = count * 2;
  let crew: Crew | undefined;
  const emulator = createEmulator({
    accounts: [{ name: 'The shop', credits, senders: [SPRING_SALE.sender] }],
    carrier: { rule: killWorkers(rehearsal, () => crew) },
  });
  using requests = countRequests();
  await using redis = await startRedis();
  const connection = { url: redis.socket };
  const server = await listen(emulator);
  const queue = new Queue<Chunk, ChunkResult>(QUEUE, { connection });
  const events = new QueueEvents<ChunkResult>(QUEUE, { connection });
  const stalled: string[] = [];
  events.on('stalled', ({ jobId }) => stalled.push(jobId));
  try {
    const env = {
      REDIS_URL: redis.socket,
      MESSAGING_BASE_URL: server.url,
      MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
      STALLED_AFTER_MS: '1000',
    };
    crew = startCrew(rehearsal.workers, (place) => startWorker(env, (line) => show?.(place + 1, line)));
    await Promise.all([events.waitUntilReady(), crew.ready]);
    const jobs = [...chunksOf(inventRecipients(count), chunkSize)];
    const doubles = jobs
      .filter((_, index) => index % doubleEvery === 0)
      .map((job) => ({ ...job, opts: { ...job.opts, jobId: `${job.opts.jobId}-again` } }));
    const ended = resultsOf(jobs.length + doubles.length, events);
    await addCampaign(queue, inventRecipients(count), chunkSize);
    await queue.addBulk(doubles);
    // Another producer adds the same list again. The names are the same, so no jobs are added.
    await addCampaign(queue, inventRecipients(count), chunkSize);
    const results = await ended;
    crew.stop('SIGTERM');
    await crew.ended;
    const received = requests.count;
    return {
      ...(await outcomeOf(emulator, count, credits)),
      jobs: jobs.length,
      doubled: doubles.length,
      stalled,
      results,
      requests: received,
      kills: crew.kills,
    };
  } finally {
    crew?.stop('SIGKILL');
    await Promise.all([events.close(), queue.close(), server.close()]);
    emulator.close();
  }
}

/** Waits for the results of this many jobs and adds them up. Each job counts once. */
async function resultsOf(jobs: number, events: QueueEvents<ChunkResult>): Promise<ChunkResult> {
  const byJob = new Map<string, ChunkResult>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  events.on('failed', ({ jobId, failedReason }) => reject(new Error(`${jobId} failed: ${failedReason}`)));
  events.on('completed', ({ jobId, returnvalue }) => {
    byJob.set(jobId, returnvalue);
    if (byJob.size === jobs) resolve();
  });
  await promise;
  return addResults([...byJob.values()]);
}

/** Adds up the results of jobs. */
export function addResults(results: readonly ChunkResult[]): ChunkResult {
  return {
    queued: results.reduce((sum, { queued }) => sum + queued, 0),
    queuedBefore: results.reduce((sum, { queuedBefore }) => sum + queuedBefore, 0),
    refused: results.flatMap(({ refused }) => refused),
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
  };
}

async function outcomeOf(emulator: Emulator, count: number, credits: number) {
  return {
    reach: reachOf(emulator, inventRecipients(count)),
    spent: credits - (await balanceOf(emulator)),
  };
}
