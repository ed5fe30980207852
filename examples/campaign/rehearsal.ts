import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { SPRING_SALE } from './campaign.ts';
import { openJournal } from './journal.ts';
import { balanceOf, type Reach, reachOf } from './reach.ts';
import { inventRecipients, writeRecipients } from './recipients.ts';
import type { Tally } from './send-campaign.ts';

const PROGRAM = fileURLToPath(new URL('send.ts', import.meta.url));

/** Options of a rehearsal. */
export interface Rehearsal {
  /** Number of recipients. */
  readonly recipients: number;
  /** The program is killed while the service processes the messages with these numbers, counted from 1. */
  readonly killAt: readonly number[];
  /** Whether the program's progress is shown. */
  readonly visible?: boolean;
}

/** One run of the program. */
export interface Run {
  /** The result that it printed; undefined when it was killed. */
  readonly tally: Tally | undefined;
  /** Its exit code, or the signal that ended it. */
  readonly ended: number | NodeJS.Signals;
  /** Messages in the journal afterwards. */
  readonly journal: number;
  /** Messages that the service had received by then. */
  readonly taken: number;
}

/** Result of a rehearsal. */
export interface RehearsalReport {
  readonly runs: readonly Run[];
  readonly reach: Reach;
  /** Credits spent; each message takes one. */
  readonly spent: number;
}

/** Runs the program against an emulated service. Kills it and starts it again until it finishes. */
export async function rehearse({ recipients: count, killAt, visible }: Rehearsal): Promise<RehearsalReport> {
  const credits = count * 2;
  const kills = [...killAt];
  let taken = 0;
  let program: ReturnType<typeof start> | undefined;
  const emulator = createEmulator({
    accounts: [{ name: 'The shop', credits, senders: [SPRING_SALE.sender] }],
    carrier: {
      // Called for each message of a request before the response. A kill here means that the service has the messages
      // and the program never gets the response.
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
  const args = [...process.execArgv, PROGRAM, '--json', ...files];
  return spawn(process.execPath, args, {
    env: { ...process.env, MESSAGING_BASE_URL: service.url, MESSAGING_ACCOUNT_KEY: service.key },
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
