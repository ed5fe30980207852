import { spawnSync } from 'node:child_process';
import postgres from 'postgres';
import {
  startPostgres as startServer,
  withoutPostgres,
} from '../../examples/campaign-workers/postgres-server.ts';
import { freePort } from '../../packages/test-support/src/free-port.ts';
import { hasRedis, startRedis as startRedisServer } from '../../packages/webhooks/test/redis-server.ts';

/** Something that the suite has started for its applications. */
export interface Service extends AsyncDisposable {
  /** Environment variables that name it. Each call empties a database, or creates another one. */
  fresh(): Promise<Readonly<Record<string, string>>>;
}

/** Why the applications with a database are skipped; undefined where they are not. */
export const missing = {
  redis: hasRedis ? undefined : 'no redis-server here: apt-get install -y redis-server',
  postgres: withoutPostgres,
};

/** Starts a Redis server on a free port. It writes nothing to disk. */
export async function startRedis(): Promise<Service> {
  const port = await freePort();
  const server = await startRedisServer(port);
  return {
    fresh: async () => {
      const emptied = spawnSync('redis-cli', ['-p', String(port), 'flushall']);
      if (emptied.status !== 0) throw new Error(`redis-cli flushall failed: ${emptied.stderr.toString()}`);
      return { REDIS_HOST: '127.0.0.1', REDIS_PORT: String(port) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Starts a Postgres server, with its files in a temporary folder. */
export async function startPostgres(): Promise<Service> {
  const server = await startServer();
  let created = 0;
  return {
    fresh: async () => {
      const name = `application_${++created}`;
      const sql = postgres(server.url);
      await sql`create database ${sql(name)}`;
      await sql.end();
      return { DATABASE_URL: server.url.replace(/postgres$/, name) };
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
