/** A served emulator that reports its memory and its longest turn of the event loop since the previous report. */
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { liveBytes } from '../../measure/heap.ts';
import { TurnWatch } from '../../measure/longest-turn.ts';
import { ACCOUNT } from '../requests.ts';

const SAMPLE_MS = 20;

const server = await listen(createEmulator({ clock: 'system', accounts: [ACCOUNT] }));
let highest = 0;
const turns = new TurnWatch();

setInterval(() => {
  const { heapUsed, external } = process.memoryUsage();
  highest = Math.max(highest, heapUsed + external);
}, SAMPLE_MS).unref();

process.on('message', (question) => {
  const answer = (bytes: number) => {
    process.send?.({ url: server.url, bytes, busy: turns.take().cpuMs });
    highest = 0;
  };
  if (question === 'highest') answer(highest);
  else
    void liveBytes().then((bytes) => {
      turns.skipTurn();
      answer(bytes);
    });
});
process.on('disconnect', () => process.exit());
