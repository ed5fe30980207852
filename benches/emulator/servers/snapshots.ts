/** A served emulator that reports its memory and its longest turn of the event loop since the previous report. */
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { liveBytes } from '../../measure/heap.ts';
import { ACCOUNT } from '../requests.ts';

const SAMPLE_MS = 20;

const server = await listen(createEmulator({ clock: 'system', accounts: [ACCOUNT] }));
let highest = 0;
let longestBusy = 0;
let cpu = process.threadCpuUsage();

// Processor time of this thread between two turns of the event loop. Other calls wait for it even on an idle machine.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu);
  cpu = process.threadCpuUsage();
  longestBusy = Math.max(longestBusy, (user + system) / 1_000);
}, 1).unref();

setInterval(() => {
  const { heapUsed, external } = process.memoryUsage();
  highest = Math.max(highest, heapUsed + external);
}, SAMPLE_MS).unref();

process.on('message', (question) => {
  const answer = (bytes: number) => {
    process.send?.({ url: server.url, bytes, busy: longestBusy });
    highest = 0;
    longestBusy = 0;
  };
  if (question === 'highest') answer(highest);
  else
    void liveBytes().then((bytes) => {
      cpu = process.threadCpuUsage();
      answer(bytes);
    });
});
process.on('disconnect', () => process.exit());
