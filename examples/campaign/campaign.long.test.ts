import { describe, expect, test } from 'vitest';
import { type Database, startPostgres, withoutPostgres } from './postgres-server.ts';
import { rehearse } from './rehearsal.ts';

const STORES = [
  { name: 'a folder', missing: undefined, open: async (): Promise<Database | undefined> => undefined },
  { name: 'Postgres', missing: withoutPostgres, open: startPostgres },
];

const COUNT = 20_000;

describe.each(STORES)('with a store in $name', ({ missing, open }) => {
  test.skipIf(missing !== undefined)(
    'a campaign whose sender is killed five times and whose receiver four times reaches each recipient once, and reports each outcome',
    { timeout: 600_000 },
    async () => {
      await using database = await open();
      const killAt = [1, 2_345, 8_000, 8_450, 19_950];
      const killReceiverAt = [1, 777, 9_000, 17_000];
      const report = await rehearse({ recipients: COUNT, killAt, killReceiverAt, store: database?.url });
      expect(report.reach).toEqual({ once: COUNT, twice: 0, leftOut: 0, wrong: 0 });
      expect(report.spent).toBe(COUNT);
      expect(report.runs.map(({ ended }) => ended)).toEqual([...killAt.map(() => 'SIGKILL'), 0]);
      expect(report.receiverKills).toBe(killReceiverAt.length);
      expect(report.wrongLines).toBe(0);
    },
  );
});
