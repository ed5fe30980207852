import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulatorTest } from '@messaging-service/emulator/vitest';
import { createMessagingClient, type MessagingError } from '@messaging-service/sdk';
import { describe, expect, onTestFinished } from 'vitest';
import { messageFor, SPRING_SALE } from './campaign.ts';
import { openJournal } from './journal.ts';
import { reachOf } from './reach.ts';
import { inventRecipients, type Recipient, readRecipients, writeRecipients } from './recipients.ts';
import { rehearse } from './rehearsal.ts';
import { type CampaignRun, sendCampaign, type Tally } from './send-campaign.ts';

/** A small campaign in this process, with a journal that several runs share. */
interface Setting {
  readonly journalFile: string;
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
    const journalFile = temporaryFile('journal.csv');
    const failures: MessagingError[] = [];
    await use({
      journalFile,
      failures,
      async run(options) {
        using journal = openJournal(journalFile, SPRING_SALE.id);
        return await sendCampaign({
          client,
          campaign: SPRING_SALE,
          recipients: inventRecipients(COUNT),
          journal,
          onFailure: (_, error) => failures.push(error),
          ...options,
        });
      },
    });
  },
});

const everybodyOnce = { once: COUNT, twice: 0, leftOut: 0, wrong: 0 };

describe('a campaign that is killed', () => {
  test('and started again reaches each recipient once, including those of the request in flight', {
    timeout: 120_000,
  }, async () => {
    const { runs, reach, spent } = await rehearse({ recipients: 3_000, killAt: [1_025] });
    expect(reach).toEqual({ once: 3_000, twice: 0, leftOut: 0, wrong: 0 });
    expect(spent).toBe(3_000);
    const [killed, resumed] = runs;
    expect(killed).toMatchObject({ ended: 'SIGKILL', tally: undefined });
    // The service got the fifty messages in flight, and the program was killed before the response.
    expect(killed?.journal).toBeLessThanOrEqual((killed?.taken ?? 0) - 50);
    expect(resumed).toMatchObject({
      ended: 0,
      journal: 3_000,
      tally: { skipped: killed?.journal, failed: 0 },
    });
    expect(resumed?.tally?.queuedBefore).toBeGreaterThanOrEqual(50);
  });
});

describe('a campaign', () => {
  test('that has finished sends nothing more', async ({ emulator, setting }) => {
    expect(await setting.run()).toEqual({ skipped: 0, queued: COUNT, queuedBefore: 0, failed: 0 });
    expect(await setting.run()).toEqual({ skipped: COUNT, queued: 0, queuedBefore: 0, failed: 0 });
    expect(reachOf(emulator, inventRecipients(COUNT))).toEqual(everybodyOnce);
  });

  test('sends nothing twice after its journal is lost', async ({ emulator, setting }) => {
    const recipients = [...inventRecipients(150)];
    await setting.run({ recipients });
    rmSync(setting.journalFile);
    expect(await setting.run({ recipients })).toEqual({
      skipped: 0,
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

  test('that is stopped has every queued message in its journal', async ({ emulator, setting }) => {
    const stop = new AbortController();
    const stopped = setting.run({
      signal: stop.signal,
      onProgress: (done) => {
        if (done >= 100) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow('POST /message was aborted');
    const journalled = readFileSync(setting.journalFile, 'utf8').trim().split('\n').length - 1;
    expect(journalled).toBe(emulator.messages().length);
    expect(journalled).toBeLessThan(COUNT);
    expect(await setting.run()).toMatchObject({ skipped: journalled, queuedBefore: 0 });
    expect(reachOf(emulator, inventRecipients(COUNT))).toEqual(everybodyOnce);
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

describe('the journal', () => {
  test('lists after a restart what was added before', () => {
    const path = temporaryFile('journal.csv');
    {
      using journal = openJournal(path, SPRING_SALE.id);
      journal.add('one');
      journal.add('two');
    }
    using journal = openJournal(path, SPRING_SALE.id);
    expect([journal.size, journal.has('one'), journal.has('three')]).toEqual([2, true, false]);
  });

  test.for(['campaign c1', 'campaign c1\none,,\ntw', 'campaign c1\none,,\ntwo,0190f3c4'])(
    'ignores half a line at its end: %j',
    (text) => {
      const path = temporaryFile('journal.csv');
      appendFileSync(path, text);
      const known = text.includes('one') ? 1 : 0;
      {
        using journal = openJournal(path, 'c1');
        expect(journal.size).toBe(known);
        journal.add('three');
      }
      using journal = openJournal(path, 'c1');
      expect([journal.size, journal.has('three')]).toEqual([known + 1, true]);
    },
  );

  test('of another campaign is refused', () => {
    const path = temporaryFile('journal.csv');
    openJournal(path, 'c1')[Symbol.dispose]();
    expect(() => openJournal(path, 'c2')).toThrow('the journal of another campaign');
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
