import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { type Inbox, type Reply, replyTo } from './inbox.ts';

const TABLES = `
  create table if not exists inbox (mo_uuid text primary key, sender text not null, message text);
  create table if not exists conversations (number text primary key, answers integer not null);
  create table if not exists outbox (
    position bigserial primary key, id uuid not null, number text not null, body text not null,
    sent boolean not null default false
  )`;

/** Opens the tables in Postgres. */
export async function openPostgres(url: string): Promise<Inbox> {
  const sql = postgres(url, { onnotice: () => undefined });
  await sql.unsafe(TABLES);
  return {
    handle: ({ mo_uuid, from, message }) =>
      sql.begin(async (tx) => {
        // A concurrent attempt at the same message waits here until this transaction ends.
        const added = await tx`
          insert into inbox (mo_uuid, sender, message) values (${mo_uuid}, ${String(from)}, ${message})
          on conflict do nothing`;
        if (added.count === 0) return false;
        const [row] = await tx<{ answers: number }[]>`
          insert into conversations (number, answers) values (${String(from)}, 1)
          on conflict (number) do update set answers = conversations.answers + 1
          returning answers`;
        await tx`
          insert into outbox (id, number, body)
          values (${randomUUID()}, ${String(from)}, ${replyTo(row?.answers ?? 0)})`;
        return true;
      }),
    unsent: () => sql<Reply[]>`
      select id, number as to, body from outbox where not sent order by position limit 100`,
    async markSent(id) {
      await sql`update outbox set sent = true where id = ${id}`;
    },
    async contents() {
      const rows = await sql<{ number: string; answers: number }[]>`select * from conversations`;
      const [open] = await sql<
        { unsent: number }[]
      >`select count(*)::int as unsent from outbox where not sent`;
      return {
        answers: new Map(rows.map(({ number, answers }) => [number, answers])),
        unsent: open?.unsent ?? 0,
      };
    },
    close: () => sql.end(),
  };
}
