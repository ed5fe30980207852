// Makes `now()` in SQL return the time of the application.
import pg from 'pg';

const SCHEMA = `
  create schema if not exists virtual_time;
  create or replace function virtual_time.now() returns timestamptz language sql stable
    as $$ select current_setting('virtual.now')::timestamptz $$;
`;

/** A connection that reports the application's time to Postgres before each query. */
class Client extends pg.Client {
  query(...args) {
    // A cursor or stream is not a promise, and sees the time of the query before it.
    if (typeof args[0].submit === 'function') return super.query(...args);
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    const result = this.#queryAt(new Date(), args);
    if (callback === undefined) return result;
    void result.then((rows) => callback(undefined, rows), callback);
    return undefined;
  }

  async #queryAt(time, args) {
    // In a transaction that has failed, Postgres refuses this, too.
    await super.query(`set virtual.now = '${time.toISOString()}'`).catch(() => undefined);
    return super.query(...args);
  }
}

/** A pool of connections on which `now()` without a schema means the function above. */
export async function createPool(more = {}) {
  const connectionString = process.env.DATABASE_URL;
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
  const options = '-c search_path=virtual_time,pg_catalog,public';
  return new pg.Pool({ Client, connectionString, options, ...more });
}
