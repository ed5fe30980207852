import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createMessagingClient } from '@messaging-service/sdk';
import { SPRING_SALE } from './campaign.ts';
import { openJournal } from './journal.ts';
import { inventRecipients, type Recipient, writeRecipients } from './recipients.ts';
import type { Tally } from './send-campaign.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What to rehearse. */
export interface Rehearsal {
  /** How many recipients there are. */
  readonly recipients: number;
  /** The program is killed while the service takes the message with each of these numbers, counted from 1. */
  readonly killAt: readonly number[];
  /** Whether the program's progress is shown. */
  readonly visible?: boolean;
}

/** One run of the program. */
export interface Run {
  /** What it said at its end; undefined when it was killed. */
  readonly tally: Tally | undefined;
  /** How it ended: its exit code, or the signal. */
  readonly ended: number | NodeJS.Signals;
  /** Messages in the journal afterwards. */
  readonly journal: number;
  /** Messages the service had taken by then. */
  readonly taken: number;
}

/** What came of it. */
export interface RehearsalReport {
  readonly runs: readonly Run[];
  readonly reach: Reach;
  /** Credits spent; each message takes one. */
  readonly spent: number;
}

/** Whom the messages reached. */
export interface Reach {
  /** Recipients with exactly one message, the right one. */
  readonly once: number;
  /** Recipients with more than one. */
  readonly twice: number;
  /** Recipients without any. */
  readonly leftOut: number;
  /** Messages to somebody who is not on the list, or with a text for somebody else. */
  readonly wrong: number;
}

/** Runs the program against an emulated service, killing it and starting it again until it comes to its end. */
export async function rehearse({ recipients: count, killAt, visible }: Rehearsal): Promise<RehearsalReport> {
  const credits = count * 2;
  const kills = [...killAt];
  let taken = 0;
  let program: ReturnType<typeof start> | undefined;
  const emulator = createEmulator({
    accounts: [{ name: 'The shop', credits, senders: [SPRING_SALE.sender] }],
    carrier: {
      // Asked for each message of a request before the request is answered. The knife falls here: the service has the
      // messages, and the program never learns of it.
      rule() {
        taken += 1;
        if (taken === kills[0]) {
          kills.shift();
          program?.kill('SIGKILL');
        }
        return undefined;
      },
    },
  });
  const server = await listen(emulator);
  const folder = await mkdtemp(join(tmpdir(), 'campaign-'));
  const [list, journal] = [join(folder, 'recipients.csv'), join(folder, 'journal.csv')];
  try {
    await writeRecipients(list, inventRecipients(count));
    const runs: Run[] = [];
    do {
      program = start([list, journal], { url: server.url, key: emulator.account.apiKey }, visible);
      const ended = await endOf(program);
      runs.push({ ...ended, journal: journalled(journal), taken });
    } while (runs.at(-1)?.ended === 'SIGKILL');
    return {
      runs,
      reach: reachOf(emulator, inventRecipients(count)),
      spent: credits - (await balanceOf(emulator)),
    };
  } finally {
    program?.kill('SIGKILL');
    await server.close();
    emulator.close();
    await rm(folder, { recursive: true });
  }
}

function start(files: readonly string[], service: { url: string; key: string }, visible = false) {
  const args = ['--import', './tools/source-resolution.ts', 'examples/campaign/send.ts', '--json', ...files];
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, MESSAGING_URL: service.url, MESSAGING_KEY: service.key },
    stdio: ['ignore', 'pipe', visible ? 'inherit' : 'ignore'],
  });
}

async function endOf(program: ReturnType<typeof start>): Promise<Pick<Run, 'tally' | 'ended'>> {
  const [output, [code, signal]] = await Promise.all([
    text(program.stdout),
    once(program, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  return {
    tally: output === '' ? undefined : (JSON.parse(output) as Tally),
    ended: signal ?? code ?? 0,
  };
}

function journalled(file: string): number {
  using journal = openJournal(file, SPRING_SALE.id);
  return journal.size;
}

/** Compares what the service holds with the list. */
export function reachOf(emulator: Emulator, recipients: Iterable<Recipient>): Reach {
  const bodies = Map.groupBy(emulator.messages(), ({ to }) => to);
  const reach = { once: 0, twice: 0, leftOut: 0, wrong: 0 };
  for (const recipient of recipients) {
    const messages = bodies.get(recipient.phone) ?? [];
    bodies.delete(recipient.phone);
    if (messages.length === 0) reach.leftOut += 1;
    else if (messages.length > 1) reach.twice += 1;
    else if (messages[0]?.body === SPRING_SALE.text(recipient)) reach.once += 1;
    else reach.wrong += 1;
  }
  for (const messages of bodies.values()) reach.wrong += messages.length;
  return reach;
}

/** The account's credits, as the public API has them. */
async function balanceOf(emulator: Emulator): Promise<number> {
  const { baseUrl, fetch, organization } = emulator;
  const client = createMessagingClient({ baseUrl, fetch, organizationKey: organization.apiKey });
  return (await client.accounts.list()).accounts[0]?.credits ?? Number.NaN;
}
