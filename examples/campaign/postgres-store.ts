import postgres from 'postgres';
import { type CampaignEvent, Outcomes } from './outcomes.ts';
import type { CampaignStore } from './store.ts';

/** The primary keys make the second record of an event harmless. */
const TABLES = `
  create table if not exists campaign_messages (
    campaign uuid, id uuid, type text, code text not null, description text not null,
    primary key (campaign, id, type)
  );
  create table if not exists campaign_opt_outs (
    phone text, at text, type text not null, campaign uuid, primary key (phone, at, type)
  )`;

/** Any number, the same for all processes: only one of them creates the tables at a time. */
const LOCK = 4_010;

/** Opens the tables in Postgres. Words of phones are shared by all campaigns, because STOP means all of them. */
export async function openPostgresStore(url: string, campaign: string): Promise<CampaignStore> {
  const sql = postgres(url, { onnotice: () => undefined });
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${LOCK})`;
    await tx.unsafe(TABLES);
  });
  return {
    async record(events) {
      const messages = events.flatMap((event) => ('id' in event ? [{ campaign, ...withCode(event) }] : []));
      const optOuts = events.flatMap((event) => ('phone' in event ? [{ campaign, ...event }] : []));
      if (messages.length > 0)
        await sql`insert into campaign_messages ${sql(messages)} on conflict do nothing`;
      if (optOuts.length > 0) await sql`insert into campaign_opt_outs ${sql(optOuts)} on conflict do nothing`;
    },
    async read() {
      const outcomes = new Outcomes();
      const messages = await sql<CampaignEvent[]>`
        select type, id, code, description from campaign_messages where campaign = ${campaign}`;
      const optOuts = await sql<CampaignEvent[]>`select type, phone, at from campaign_opt_outs`;
      for (const event of [...messages, ...optOuts]) outcomes.add(event);
      return outcomes;
    },
    [Symbol.asyncDispose]: () => sql.end(),
  };
}

function withCode(event: Extract<CampaignEvent, { readonly id: string }>) {
  return { code: '', description: '', ...event };
}
