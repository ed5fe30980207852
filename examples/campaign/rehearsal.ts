import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { SPRING_SALE } from './campaign.ts';
import { parseCsv } from './csv.ts';
import { freePort } from './postgres-server.ts';
import { type Ending, endOf, outputOf, type ReceiverProcess, start, startReceiver } from './processes.ts';
import { balanceOf, type Reach, reachOf } from './reach.ts';
import { inventRecipients, writeRecipients } from './recipients.ts';
import { openStore } from './store.ts';

/** Options of a rehearsal. */
export interface Rehearsal {
  /** Number of recipients. */
  readonly recipients: number;
  /** The sender is killed while the service processes the messages with these numbers, counted from 1. */
  readonly killAt: readonly number[];
  /** The receiver is killed while it handles the webhooks with these numbers, counted from 1. */
  readonly killReceiverAt?: readonly number[];
  /** The store: a Postgres URL. Default: a temporary folder. */
  readonly store?: string | undefined;
  /** Whether the progress and the report of the programs are shown. */
  readonly visible?: boolean;
}

/** One run of the sender. */
export interface Run extends Ending {
  /** Messages that the store knew afterwards. */
  readonly recorded: number;
  /** Messages that the service had received by then. */
  readonly taken: number;
}

/** Result of a rehearsal. */
export interface RehearsalReport {
  readonly runs: readonly Run[];
  readonly reach: Reach;
  /** Credits spent; each message takes one. */
  readonly spent: number;
  /** How often the receiver was killed. */
  readonly receiverKills: number;
  /** Recipients whose line in the report differs from what happened to their message. */
  readonly wrongLines: number;
  /** The report that people read. */
  readonly table: string;
}

const SECRET = 'a secret of the rehearsal';

/** Some messages fail, as in life: a tenth of the phones is switched off, and one in a hundred does not confirm. */
function decide({ to }: { readonly to: string }) {
  if (to.endsWith('42')) return { outcome: 'fail', code: '1' } as const;
  return to.endsWith('7') ? ({ outcome: 'fail', code: '22' } as const) : undefined;
}

/** Runs the programs against an emulated service. Kills them and starts them again until they have finished. */
export async function rehearse(options: Rehearsal): Promise<RehearsalReport> {
  const { recipients: count, killAt, killReceiverAt = [], visible } = options;
  const credits = count * 2;
  const [kills, receiverKills] = [[...killAt], [...killReceiverAt]];
  let [taken, webhooks] = [0, 0];
  let program: ReturnType<typeof start> | undefined;
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'campaign-'));
  const list = join(folder, 'recipients.csv');
  const place = options.store ?? join(folder, 'store');
  const url = `http://127.0.0.1:${port}`;
  const emulator = createEmulator({
    // Signatures have the time of the service, and the receiver compares it with the clock of the machine.
    clock: 'system',
    accounts: [
      {
        name: 'The shop',
        credits,
        senders: [SPRING_SALE.sender],
        mo: { mo_webhook_url: `${url}/replies`, mo_webhook_secret: SECRET },
      },
    ],
    carrier: {
      // Called for each message of a request before the response. A kill here means that the service has the messages
      // and the program never gets the response.
      rule(message) {
        taken += 1;
        if (taken === kills[0]) {
          kills.shift();
          program?.kill('SIGKILL');
        }
        return decide(message);
      },
    },
    webhooks: {
      retryDelays: ['1s', '2s', '4s', '8s', '16s'],
      async fetch(target, init) {
        const response = fetch(target, init);
        webhooks += 1;
        // Before, while or after the receiver stores the event. In each case the service gets no response.
        if (webhooks === receiverKills[0]) {
          receiverKills.shift();
          receiver.kill();
        }
        return response;
      },
    },
  });
  const server = await listen(emulator);
  await using receiver = startReceiver(place, port, SECRET);
  const environment = {
    MESSAGING_BASE_URL: server.url,
    MESSAGING_ACCOUNT_KEY: emulator.account.apiKey,
    WEBHOOKS_URL: url,
  };
  try {
    await receiver.ready();
    await writeRecipients(list, inventRecipients(count));
    const runs: Run[] = [];
    do {
      program = start('send.ts', ['--json', list, place], environment, visible);
      const ended = await endOf(program);
      runs.push({ ...ended, recorded: await recordedIn(place), taken });
    } while (runs.at(-1)?.ended === 'SIGKILL');
    // First the receipts: a signed reply must not wait behind 20,000 of them until its signature is too old.
    await deliverWebhooks(emulator, receiver);
    for (const phone of stopping(count)) emulator.handset(phone).reply('STOP');
    await deliverWebhooks(emulator, receiver);
    const csv = await outputOf(start('report.ts', [list, place, '--csv'], {}));
    return {
      runs,
      reach: reachOf(emulator, inventRecipients(count)),
      spent: credits - (await balanceOf(emulator)),
      receiverKills: receiver.kills,
      wrongLines: wrongLines(emulator, parseCsv(csv), count),
      table: await outputOf(start('report.ts', [list, place], {})),
    };
  } finally {
    program?.kill('SIGKILL');
    await server.close();
    emulator.close();
    await rm(folder, { recursive: true });
  }
}

/** Lets the service make all of its attempts. */
async function deliverWebhooks(emulator: Emulator, receiver: ReceiverProcess): Promise<void> {
  while (emulator.webhooks({ state: 'pending' }).length > 0) {
    await receiver.ready();
    await emulator.clock.advance('32s');
  }
}

/** Phones that reply STOP. */
function stopping(count: number): readonly string[] {
  return [...inventRecipients(count)].filter((_, index) => index % 50 === 3).map(({ phone }) => phone);
}

/** Compares the report with what the service knows. */
function wrongLines(emulator: Emulator, [, ...lines]: readonly string[][], count: number): number {
  const messages = new Map(emulator.messages().map((message) => [message.to, message]));
  const stopped = new Set(stopping(count));
  const right = lines.filter(([, phone = '', outcome, code, , stop]) => {
    const message = messages.get(phone);
    return (
      message !== undefined &&
      message.state === outcome &&
      message.receipt?.code === code &&
      stopped.has(phone) === (stop === 'yes')
    );
  });
  return count - right.length;
}

async function recordedIn(place: string): Promise<number> {
  await using store = await openStore(place, SPRING_SALE.id, 'report');
  return (await store.read()).queued;
}
