import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { SPRING_SALE } from './campaign.ts';
import { type Crew, startCrew } from './crew.ts';
import { killWorkers } from './kills.ts';
import { openPostgresQueue } from './postgres-queue.ts';
import { startPostgres } from './postgres-server.ts';
import type { ChunkResult } from './queue.ts';
import { type Reach, reachOf } from './reach.ts';
import { inventRecipients } from './recipients.ts';
import { addResults, type Rehearsal } from './rehearsal.ts';
import { countRequests } from './requests.ts';
import { startWorker } from './worker-processes.ts';

/** Result of a rehearsal with Postgres. */
export interface PostgresReport {
  readonly reach: Reach;
  /** The results of the jobs, added up. */
  readonly results: ChunkResult;
  /** Requests that the service received, also from workers that were killed. */
  readonly requests: number;
  /** How often the worker of each place was killed. */
  readonly kills: readonly number[];
}

/** Sends a campaign through a real Postgres and worker processes, which are killed and started again. */
export async function rehearseWithPostgres(
  rehearsal: Omit<Rehearsal, 'doubleEvery'>,
): Promise<PostgresReport> {
  const { recipients, chunkSize, show } = rehearsal;
  let crew: Crew | undefined;
  const emulator = createEmulator({
    accounts: [{ name: 'The shop', credits: recipients * 2, senders: [SPRING_SALE.sender] }],
    carrier: { rule: killWorkers(rehearsal, () => crew) },
  });
  using requests = countRequests();
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
    crew = startCrew(rehearsal.workers, (place) =>
      startWorker(env, (line) => show?.(place + 1, line), 'postgres-worker.ts'),
    );
    await crew.ended;
    return {
      reach: reachOf(emulator, inventRecipients(recipients)),
      results: addResults(await queue.results()),
      requests: requests.count,
      kills: crew.kills,
    };
  } finally {
    crew?.stop('SIGKILL');
    await server.close();
    emulator.close();
  }
}
