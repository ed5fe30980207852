import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { createMessagingClient, type MessagingError } from '@messaging-service/sdk';
import { describe, expect, onTestFinished } from 'vitest';
import { messageFor, SPRING_SALE } from './campaign.ts';
import { memoryStore } from './memory-store.ts';
import { type CampaignEvent, Outcomes } from './outcomes.ts';
import { type Database, startPostgres, withoutPostgres } from './postgres-server.ts';
import { reachOf } from './reach.ts';
import { inventRecipients, type Recipient, readRecipients, writeRecipients } from './recipients.ts';
import { rehearse } from './rehearsal.ts';
import { type CampaignRun, sendCampaign, type Tally } from './send-campaign.ts';
import { type CampaignStore, openStore } from './store.ts';
import { countOutcomes, linesOf, STOPPED, toCsv, toTable } from './who-got-it.ts';

/** A small campaign in this process, with a store that several runs share. */
interface Setting {
  readonly folder: string;
  /** Runs the campaign, or the rest of it. */
  run(options?: Partial<CampaignRun>): Promise<Tally>;
  readonly failures: MessagingError[];
}

const COUNT = 600;

const test = createEmulatorTest({
  intercept: false,
  accounts: [{ credits: 2 * COUNT, senders: [SPRING_SALE.sender] }],
}).extend<{ setting: Setting }>({
  setting: async ({ emulator }, use) => {
    const { baseUrl, fetch, account } = emulator;
    const client = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey, retry: false });
    const folder = temporaryFile('store');
    const failures: MessagingError[] = [];
    await use({
      folder,
      failures,
      async run(options) {
        await using store = await openStore(folder, SPRING_SALE.id, 'sender');
        return await sendCampaign({
          client,
          campaign: SPRING_SALE,
          recipients: inventRecipients(COUNT),
          store,
          onFailure: (_, error) => failures.push(error),
          ...options,
        });
      },
    });
  },
});

const everybodyOnce = { once: COUNT, twice: 0, leftOut: 0, wrong: 0 };

describe('a campaign that is killed', () => {
  test('and started again reaches each recipient once, and reports each outcome although the receiver is killed, too', {
    timeout: 120_000,
  }, async () => {
    const { runs, reach, spent, receiverKills, wrongLines } = await rehearse({
      recipients: 3_000,
      killAt: [1_025],
      killReceiverAt: [40, 1_500],
    });
    expect(reach).toEqual({ once: 3_000, twice: 0, leftOut: 0, wrong: 0 });
    expect(spent).toBe(3_000);
    expect(receiverKills).toBe(2);
    expect(wrongLines).toBe(0);
    const [killed, resumed] = runs;
    expect(killed).toMatchObject({ ended: 'SIGKILL', tally: undefined });
    // The service got the fifty messages in flight, and the program was killed before the response.
    expect(killed?.recorded).toBeLessThanOrEqual((killed?.taken ?? 0) - 50);
    expect(resumed).toMatchObject({
      ended: 0,
      recorded: 3_000,
      tally: { skipped: killed?.recorded, failed: 0 },
    });
    expect(resumed?.tally?.queuedBefore).toBeGreaterThanOrEqual(50);
  });
});

describe('a campaign', () => {
  test('that has finished sends nothing more', async ({ emulator, setting }) => {
    expect(await setting.run()).toEqual({
      skipped: 0,
      stopped: 0,
      queued: COUNT,
      queuedBefore: 0,
      failed: 0,
    });
    expect(await setting.run()).toEqual({
      skipped: COUNT,
      stopped: 0,
      queued: 0,
      queuedBefore: 0,
      failed: 0,
    });
    expect(reachOf(emulator, inventRecipients(COUNT))).toEqual(everybodyOnce);
  });

  test('sends nothing twice after its store is lost', async ({ emulator, setting }) => {
    const recipients = [...inventRecipients(150)];
    await setting.run({ recipients });
    rmSync(setting.folder, { recursive: true });
    expect(await setting.run({ recipients })).toEqual({
      skipped: 0,
      stopped: 0,
      queued: 0,
      queuedBefore: 150,
      failed: 0,
    });
    expect(await setting.run({ recipients })).toMatchObject({ skipped: 150 });
    expect(reachOf(emulator, recipients)).toEqual({ once: 150, twice: 0, leftOut: 0, wrong: 0 });
  });

  test('counts messages with a lost response as failed, and the next run finds them queued', async ({
    emulator,
    setting,
  }) => {
    emulator.addFault({ path: '/message', when: 'after', disconnect: true, times: 2 });
    expect(await setting.run()).toMatchObject({ queued: COUNT - 100, failed: 100 });
    expect(setting.failures.every(({ maybeSent }) => maybeSent)).toBe(true);
    expect(await setting.run()).toMatchObject({ skipped: COUNT - 100, queuedBefore: 100, failed: 0 });
    expect(reachOf(emulator, inventRecipients(COUNT))).toEqual(everybodyOnce);
  });

  test('sends in the next run what the service refused in this one', async ({ emulator, setting }) => {
    emulator.addFault({ path: '/message', status: 503, times: 3 });
    expect(await setting.run()).toMatchObject({ queued: COUNT - 150, failed: 150 });
    expect(await setting.run()).toMatchObject({ skipped: COUNT - 150, queued: 150 });
    expect(reachOf(emulator, inventRecipients(COUNT))).toEqual(everybodyOnce);
  });

  test('that is stopped has recorded every queued message', async ({ emulator, setting }) => {
    const stop = new AbortController();
    const stopped = setting.run({
      signal: stop.signal,
      onProgress: (done) => {
        if (done >= 100) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow('POST /message was aborted');
    await using store = await openStore(setting.folder, SPRING_SALE.id, 'report');
    const recorded = (await store.read()).queued;
    expect(recorded).toBe(emulator.messages().length);
    expect(recorded).toBeLessThan(COUNT);
    expect(await setting.run()).toMatchObject({ skipped: recorded, queuedBefore: 0 });
    expect(reachOf(emulator, inventRecipients(COUNT))).toEqual(everybodyOnce);
  });

  test('leaves out phones that wrote STOP, and sends to those that wrote START after it', async ({
    setting,
  }) => {
    const store = memoryStore();
    const [first, second] = [...inventRecipients(2)].map(({ phone }) => phone);
    await store.record([
      { type: 'started', phone: second ?? '', at: '2030-01-02T00:00:00.000Z' },
      { type: 'stopped', phone: first ?? '', at: '2030-01-01T00:00:00.000Z' },
      { type: 'stopped', phone: second ?? '', at: '2030-01-01T00:00:00.000Z' },
    ]);
    const tally = await setting.run({ store, recipients: inventRecipients(3) });
    expect(tally).toMatchObject({ stopped: 1, queued: 2 });
  });

  test('derives an identifier for each recipient that never changes and differs between campaigns', () => {
    const [first, second] = inventRecipients(2);
    if (first === undefined || second === undefined) throw new Error('There are fewer than two recipients.');
    const { id } = messageFor(SPRING_SALE, first);
    expect(messageFor(SPRING_SALE, { ...first, phone: '99900000000' }).id).toBe(id);
    expect(messageFor(SPRING_SALE, second).id).not.toBe(id);
    expect(messageFor({ ...SPRING_SALE, id: crypto.randomUUID() }, first).id).not.toBe(id);
  });
});

/** A folder that is deleted after the test. */
function folderStore(): Database {
  return { url: temporaryFile('store'), [Symbol.asyncDispose]: async () => undefined };
}

/** Each kind of store, with the reason why it cannot be tested here. */
const STORES = [
  { name: 'a folder', missing: undefined, open: async () => folderStore() },
  { name: 'Postgres', missing: withoutPostgres, open: startPostgres },
];

describe.each(STORES)('a store in $name', ({ missing, open }) => {
  test.skipIf(missing !== undefined)(
    'has after a restart what both writers recorded, once',
    { timeout: 60_000 },
    async () => {
      await using place = await open();
      const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
      const failed: CampaignEvent = { type: 'failed', id: two, code: '22', description: 'no, "response"' };
      {
        await using sender = await openStore(place.url, SPRING_SALE.id, 'sender');
        await using receiver = await openStore(place.url, SPRING_SALE.id, 'receiver');
        await Promise.all([
          receiver.record([failed]),
          receiver.record([
            failed,
            { type: 'stopped', phone: '447700900123', at: '2030-01-01T08:00:00.000Z' },
          ]),
          sender.record([{ type: 'queued', id: one }]),
          sender.record([
            { type: 'queued', id: one },
            { type: 'queued', id: two },
          ]),
        ]);
      }
      await using store = await openStore(place.url, SPRING_SALE.id, 'report');
      const outcomes = await store.read();
      expect(outcomes.queued).toBe(2);
      expect(outcomes.of(one)).toEqual({ state: 'waiting' });
      expect(outcomes.of(two)).toEqual({ state: 'failed', code: '22', description: 'no, "response"' });
      expect(outcomes.of(crypto.randomUUID())).toEqual({ state: 'not queued' });
      expect(['447700900123', '447700900124'].map((phone) => outcomes.hasStopped(phone))).toEqual([
        true,
        false,
      ]);
      await using other = await openOther(place.url);
      expect((await other?.read())?.queued ?? 0).toBe(0);
    },
  );
});

/** The same database for another campaign. A folder has one campaign. */
async function openOther(place: string): Promise<CampaignStore | undefined> {
  return place.startsWith('postgres:') ? openStore(place, crypto.randomUUID(), 'report') : undefined;
}

describe('the files of a store', () => {
  test.for(['campaign,c1', 'campaign,c1\r\nqueued,one\r\nque', 'campaign,c1\r\nqueued,one\r\nqueued,two'])(
    'can end with half a line: %j',
    async (text) => {
      const folder = temporaryFile('store');
      mkdirSync(folder);
      writeFileSync(join(folder, 'sender.csv'), text);
      const known = text.includes('one') ? 1 : 0;
      {
        await using store = await openStore(folder, 'c1', 'sender');
        expect((await store.read()).queued).toBe(known);
        await store.record([{ type: 'queued', id: 'three' }]);
      }
      await using store = await openStore(folder, 'c1', 'report');
      const outcomes = await store.read();
      expect([outcomes.queued, outcomes.isQueued('three')]).toEqual([known + 1, true]);
    },
  );

  test('of another campaign are refused', async () => {
    const folder = temporaryFile('store');
    await (await openStore(folder, 'c1', 'sender'))[Symbol.asyncDispose]();
    await expect(openStore(folder, 'c2', 'sender')).rejects.toThrow('belongs to another campaign');
  });
});

describe('outcomes', () => {
  const events: readonly CampaignEvent[] = [
    { type: 'queued', id: 'one' },
    { type: 'delivered', id: 'one', code: '00', description: 'Delivered' },
    { type: 'started', phone: '1', at: '2030-01-01T08:00:00.000Z' },
    { type: 'stopped', phone: '1', at: '2030-01-01T08:00:00.000Z' },
  ];

  test('are the same in whichever order events arrive, and STOP wins over START of the same moment', () => {
    const orders = [events, events.toReversed(), [...events, ...events]];
    for (const order of orders) {
      const outcomes = new Outcomes();
      for (const event of order) outcomes.add(event);
      expect(outcomes.of('one').state).toBe('delivered');
      expect(outcomes.hasStopped('1')).toBe(true);
    }
  });
});

describe('the report', () => {
  test('has a line for each recipient, as CSV and as a table with a bar for each outcome', async () => {
    const recipients = [...inventRecipients(4)];
    const ids = recipients.map((recipient) => messageFor(SPRING_SALE, recipient).id);
    const store = memoryStore();
    await store.record([
      { type: 'delivered', id: ids[0] ?? '', code: '00', description: 'Delivered' },
      { type: 'failed', id: ids[1] ?? '', code: '22', description: 'Off, "perhaps"' },
      { type: 'queued', id: ids[2] ?? '' },
      { type: 'stopped', phone: recipients[0]?.phone ?? '', at: '2030-01-01T08:00:00.000Z' },
    ]);
    const lines = () => store.read().then((outcomes) => linesOf(SPRING_SALE, recipients, outcomes));
    let csv = '';
    for await (const line of toCsv(await lines())) csv += line;
    expect(csv).toBe(
      [
        'reference,phone,outcome,code,description,stopped',
        'customer-00000000,999000000000,delivered,00,Delivered,yes',
        'customer-00000001,999000000001,failed,22,"Off, ""perhaps""",',
        'customer-00000002,999000000002,waiting,,,',
        'customer-00000003,999000000003,not queued,,,',
        '',
      ].join('\r\n'),
    );
    const counts = await countOutcomes(await lines());
    expect(counts.get(STOPPED)).toBe(1);
    const table = stripVTControlCharacters(toTable(counts));
    expect(table.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))).toContain(
      'failed: Off, "perhaps" (22)  ████████  1  25.0 %',
    );
  });
});

test('recipients are read as they were written', async () => {
  const file = temporaryFile('recipients.csv');
  const recipients = [
    ...inventRecipients(20),
    { reference: 'a,"b"', phone: '99912345678', name: 'Zoë, MBE' },
  ];
  await writeRecipients(file, recipients);
  const read: Recipient[] = [];
  for await (const recipient of readRecipients(file)) read.push(recipient);
  expect(read).toEqual(recipients);
});

/** The path of a file that is deleted after the test. */
function temporaryFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, name);
}
