import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { Queue, QueueEvents } from 'bullmq';
import { SPRING_SALE } from './campaign.ts';
import { addCampaign, type Chunk, type ChunkResult, chunksOf, QUEUE } from './queue.ts';
import { balanceOf, type Reach, reachOf } from './reach.ts';
import { inventRecipients } from './recipients.ts';
import { startRedis } from './redis-server.ts';
import { startWorker, type WorkerProcess } from './worker-processes.ts';

/** Options of a rehearsal. */
export interface Rehearsal {
  readonly recipients: number;
  /** Recipients in a job. */
  readonly chunkSize: number;
  readonly workers: number;
  /** Every job with an index divisible by this number is added twice. */
  readonly doubleEvery: number;
  /** After this many messages, the worker whose request the service processes is killed. */
  readonly killAfter: number;
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
  /** The exit codes of the workers, or the signals that ended them. */
  readonly ended: readonly (number | NodeJS.Signals)[];
}

/** Sends a campaign through a real Redis and worker processes. One worker is killed in the middle of its work. */
export async function rehearse(rehearsal: Rehearsal): Promise<RehearsalReport> {
  const { recipients: count, chunkSize, doubleEvery, show } = rehearsal;
  const credits = count * 2;
  const workers: WorkerProcess[] = [];
  const emulator = createEmulator({
    accounts: [{ name: 'The shop', credits, senders: [SPRING_SALE.sender] }],
    carrier: { rule: killOneOf(rehearsal, workers) },
  });
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
    for (let index = 0; index < rehearsal.workers; index++)
      workers.push(startWorker(env, (line) => show?.(index + 1, line)));
    await Promise.all([events.waitUntilReady(), ...workers.map(({ ready }) => ready)]);
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
    for (const worker of workers) worker.kill('SIGTERM');
    return {
      ...(await outcomeOf(emulator, count, credits)),
      jobs: jobs.length,
      doubled: doubles.length,
      stalled,
      results,
      ended: await Promise.all(workers.map(({ ended }) => ended)),
    };
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all([events.close(), queue.close(), server.close()]);
    emulator.close();
  }
}

/**
 * Returns a carrier rule that kills one worker while the service processes its request. The service has the messages, and
 * the worker never gets the response.
 */
export function killOneOf(
  { recipients, chunkSize, killAfter }: Pick<Rehearsal, 'recipients' | 'chunkSize' | 'killAfter'>,
  workers: readonly WorkerProcess[],
) {
  const jobOf = new Map<string, string>();
  for (const { data, opts } of chunksOf(inventRecipients(recipients), chunkSize))
    for (const { phone } of data.recipients) jobOf.set(phone, opts.jobId ?? '');
  let taken = 0;
  let victim: WorkerProcess | undefined;
  return ({ to }: { to: string }) => {
    taken += 1;
    if (taken >= killAfter && victim === undefined) {
      const job = jobOf.get(to) ?? '';
      victim = workers.find(({ begun }) => begun.has(job));
      victim?.kill('SIGKILL');
    }
    return undefined;
  };
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
