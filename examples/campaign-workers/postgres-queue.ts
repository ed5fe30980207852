import postgres from 'postgres';
import { type Chunk, type ChunkResult, chunksOf } from './queue.ts';
import type { Recipient } from './recipients.ts';

/** A job that a worker has taken. */
export interface TakenJob {
  readonly id: string;
  readonly chunk: Chunk;
}

/** A queue of jobs in a table. A job that is not finished when its lease ends is taken again. */
export interface PostgresQueue extends AsyncDisposable {
  /** Adds the campaign. Adding a list again does not add jobs. */
  add(recipients: Iterable<Recipient>, size: number): Promise<void>;
  /** Takes a job that no other worker has; undefined if there is none at present. */
  take(leaseMs: number): Promise<TakenJob | undefined>;
  /** Records the result of a job. */
  finish(id: string, result: ChunkResult): Promise<void>;
  /** Returns the number of jobs that are not finished. */
  left(): Promise<number>;
  /** Returns the results of all finished jobs. */
  results(): Promise<ChunkResult[]>;
}

/** Opens the queue, and creates its table. */
export async function openPostgresQueue(url: string): Promise<PostgresQueue> {
  const sql = postgres(url, { onnotice: () => undefined });
  await sql`
    create table if not exists jobs (
      id text primary key, chunk jsonb not null, taken_until timestamptz, result jsonb
    )`;
  return {
    async add(recipients, size) {
      for (const { data, opts } of chunksOf(recipients, size))
        await sql`
          insert into jobs (id, chunk) values (${opts.jobId ?? ''}, ${sql.json(data as never)})
          on conflict do nothing`;
    },
    async take(leaseMs) {
      const [job] = await sql<TakenJob[]>`
        update jobs set taken_until = now() + ${`${leaseMs} ms`}::interval
        where id = (
          select id from jobs
          where result is null and (taken_until is null or taken_until < now())
          limit 1 for update skip locked
        )
        returning id, chunk`;
      return job;
    },
    async finish(id, result) {
      await sql`update jobs set result = ${sql.json(result as never)} where id = ${id}`;
    },
    async left() {
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int as count from jobs where result is null`;
      return row?.count ?? 0;
    },
    async results() {
      const rows = await sql<{ result: ChunkResult }[]>`select result from jobs where result is not null`;
      return rows.map(({ result }) => result);
    },
    [Symbol.asyncDispose]: () => sql.end(),
  };
}
