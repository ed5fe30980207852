import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { type Inbox, type Reply, replyTo } from './inbox.ts';

const TABLES = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma busy_timeout = 5000;
  create table if not exists inbox (mo_uuid text primary key, sender text not null, message text);
  create table if not exists conversations (number text primary key, answers integer not null);
  create table if not exists outbox (
    position integer primary key, id text not null, number text not null, body text not null,
    sent integer not null default 0
  )`;

/** Opens the tables in a file. */
export async function openSqlite(file: string): Promise<Inbox> {
  const database = new DatabaseSync(file);
  database.exec(TABLES);
  const remember = database.prepare(
    'insert into inbox (mo_uuid, sender, message) values (?, ?, ?) on conflict do nothing',
  );
  const count = database.prepare(
    `insert into conversations (number, answers) values (?, 1)
     on conflict (number) do update set answers = answers + 1 returning answers`,
  );
  const promise = database.prepare('insert into outbox (id, number, body) values (?, ?, ?)');
  const list = database.prepare(
    'select id, number as "to", body from outbox where sent = 0 order by position limit 100',
  );
  const mark = database.prepare('update outbox set sent = 1 where id = ?');
  const transaction = <Result>(work: () => Result): Result => {
    database.exec('begin immediate');
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      database.exec('rollback');
      throw error;
    }
  };
  return {
    handle: async ({ mo_uuid, from, message }) =>
      transaction(() => {
        if (remember.run(mo_uuid, String(from), message).changes === 0) return false;
        const { answers } = count.get(String(from)) as { answers: number };
        promise.run(randomUUID(), String(from), replyTo(answers));
        return true;
      }),
    unsent: async () => list.all() as unknown as Reply[],
    async markSent(id) {
      mark.run(id);
    },
    async contents() {
      const rows = database.prepare('select * from conversations').all() as {
        number: string;
        answers: number;
      }[];
      const open = database.prepare('select count(*) as unsent from outbox where sent = 0').get();
      return {
        answers: new Map(rows.map(({ number, answers }) => [number, answers])),
        unsent: Number(open?.unsent),
      };
    },
    close: async () => database.close(),
  };
}
