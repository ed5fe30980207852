import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { SPRING_SALE } from './campaign.ts';
import { openPostgresQueue } from './postgres-queue.ts';
import { startPostgres } from './postgres-server.ts';
import type { ChunkResult } from './queue.ts';
import { type Reach, reachOf } from './reach.ts';
import { inventRecipients } from './recipients.ts';
import { addResults, killOneOf, type Rehearsal } from './rehearsal.ts';
import { startWorker, type WorkerProcess } from './worker-processes.ts';

/** Result of a rehearsal with Postgres. */
export interface PostgresReport {
  readonly reach: Reach;
  /** The results of the jobs, added up. */
  readonly results: ChunkResult;
  /** The exit codes of the workers, or the signals that ended them. */
  readonly ended: readonly (number | NodeJS.Signals)[];
}

/** Sends a campaign through a real Postgres and worker processes. One worker is killed in the middle of its work. */
export async function rehearseWithPostgres(
  rehearsal: Omit<Rehearsal, 'doubleEvery'>,
): Promise<PostgresReport> {
  const { recipients, chunkSize, show } = rehearsal;
  const workers: WorkerProcess[] = [];
  const emulator = createEmulator({
    accounts: [{ name: 'The shop', credits: recipients * 2, senders: [SPRING_SALE.sender] }],
    carrier: { rule: killOneOf(rehearsal, workers) },
  });
  await using database = await startPostgres();
  await using queue = await openPostgresQueue(database.url);
  const server = await listen(emulator);
  try {
    await queue.add(inventRecipients(recipients), chunkSize);
    const env = {
      DATABASE_URL: database.url,
      MESSAGING_BASE_URL: server.url,
      MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
      STALLED_AFTER_MS: '1000',
    };
    for (let index = 0; index < rehearsal.workers; index++)
      workers.push(startWorker(env, (line) => show?.(index + 1, line), 'postgres-worker.ts'));
    const ended = await Promise.all(workers.map((worker) => worker.ended));
    return {
      reach: reachOf(emulator, inventRecipients(recipients)),
      results: addResults(await queue.results()),
      ended,
    };
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await server.close();
    emulator.close();
  }
}
