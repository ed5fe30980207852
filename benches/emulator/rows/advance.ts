/** The speed of an advance over due messages, and whether each costs more if there are a million. */
import { type Took, timed } from '../../measure/cpu.ts';
import { reportEach } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import {
  type Requests,
  scheduleAll,
  scheduledBatches,
  scheduledMessages,
  virtualEmulator,
} from '../emulated.ts';

const MESSAGES = 1_000_000;
const AIM = 1.5;

async function advanceOver(way: Requests, count: number): Promise<Took> {
  const emulator = virtualEmulator();
  await scheduleAll(emulator, way, count);
  const took = await timed(() => emulator.clock.advance('8d'));
  if (emulator.messages({ state: 'delivered', limit: 1 }).length === 0)
    throw new Error('No message was delivered.');
  emulator.close();
  return took;
}

await reportEach([scheduledBatches, scheduledMessages], async (way) => {
  const few = await advanceOver(way, MESSAGES / 10);
  const many = await advanceOver(way, MESSAGES);
  const ratio = many.cpuMicros / few.cpuMicros / 10;
  return {
    work: `advance over 1,000,000 due messages (${way.name}): CPU each against 100,000`,
    aim: `≤ ${AIM}×`,
    measured: `${digits(ratio)}×, ${digits(MESSAGES / (many.wallMs / 1000))} per second`,
    met: ratio <= AIM,
  };
});
