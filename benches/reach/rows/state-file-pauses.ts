/** The longest turn of the event loop with a state file and a million messages, while the file is rewritten. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { StateFile } from '../../../packages/emulator/src/state-file/state-file.ts';
import { messagesRequest, post, START } from '../../emulator/emulated.ts';
import { ACCOUNT } from '../../emulator/requests.ts';
import { longestTurn } from '../../measure/longest-turn.ts';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';

const MESSAGES_PER_CALL = 10;
const MILLION = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const AIM_MS = 50;

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const file = join(folder, 'state');
const emulator = createEmulator({ now: START, journalLimit: 1_000, accounts: [ACCOUNT] });
let stateFile: StateFile | undefined;
const server = await listen(emulator, {
  prepare: async (sandboxes) => {
    const opened = await StateFile.open(file, sandboxes, (error) => {
      throw error;
    });
    stateFile = opened;
    return () => opened.room();
  },
});
let sent = 0;
async function sendSome(): Promise<void> {
  const { path, body } = messagesRequest(sent, MESSAGES_PER_CALL);
  await post(emulator, path, body);
  sent += MESSAGES_PER_CALL;
}
while (sent < MILLION) {
  await sendSome();
  if (sent % 1_000 === 0) await setTimeout(1);
}
/** Sends until the file was rewritten. */
const { cpuMs: pause } = await longestTurn(async () => {
  const { ino } = statSync(file);
  const until = performance.now() + 120_000;
  while (statSync(file).ino === ino && performance.now() < until) {
    await sendSome();
    await setTimeout(5);
  }
});
const size = statSync(file).size;
await server.close();
await stateFile?.close();
emulator.close();
rmSync(folder, { recursive: true });

report([
  {
    work: `Longest turn of the event loop with a state file and ${digits(sent)} messages`,
    aim: `≤ ${AIM_MS} ms`,
    measured: `${digits(pause)} ms of CPU; the file has ${digits(size / 2 ** 20)} MiB`,
    met: pause <= AIM_MS,
  },
]);
