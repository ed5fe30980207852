/** The memory of a scheduled message, if there are as many as a sandbox is made for. */
import { liveBytes } from '../../measure/heap.ts';
import { reportEach } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import {
  type Requests,
  scheduleAll,
  scheduledBatches,
  scheduledMessages,
  virtualEmulator,
} from '../emulated.ts';

const MESSAGES = 100_000;
const AIM_BYTES = 750;

async function bytesEach(way: Requests, count: number): Promise<number> {
  const emulator = virtualEmulator();
  const before = await liveBytes();
  await scheduleAll(emulator, way, count);
  const bytes = (await liveBytes()) - before;
  emulator.close();
  return bytes / count;
}

await reportEach([scheduledMessages, scheduledBatches], async (way) => {
  // The first messages also compile the code.
  await bytesEach(way, MESSAGES / 10);
  const bytes = await bytesEach(way, MESSAGES);
  return {
    work: `100,000 scheduled by ${way.name}: memory`,
    aim: `≤ ${AIM_BYTES} B each`,
    measured: `${digits(bytes)} B each`,
    met: bytes <= AIM_BYTES,
  };
});
