/** The speed of an advance over due messages, and whether each costs more if there are a million. */
import { timed } from '../../measure/cpu.ts';
import { type Row, reportEach } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { post, type Requests, scheduledBatches, scheduledMessages, virtualEmulator } from '../emulated.ts';

const MESSAGES = 1_000_000;
const AIM = 1.5;

const WAYS = [
  { ...scheduledBatches, name: 'add-batch, 10,000 each' },
  { ...scheduledMessages, name: 'add-message, each in its own batch' },
];

async function advanceOver(
  { size, request }: Requests,
  count: number,
): Promise<{ cpu: number; wall: number }> {
  const emulator = virtualEmulator();
  for (let from = 0; from < count; from += size) {
    const { path, body } = request(from, size);
    await post(emulator, path, body);
  }
  const { cpuMicros, wallMs } = await timed(() => emulator.clock.advance('8d'));
  if (emulator.messages({ state: 'delivered', limit: 1 }).length === 0)
    throw new Error('No message was delivered.');
  emulator.close();
  return { cpu: (count / cpuMicros) * 1e6, wall: (count / wallMs) * 1e3 };
}

async function measure(way: (typeof WAYS)[number]): Promise<Row> {
  const few = await advanceOver(way, MESSAGES / 10);
  const many = await advanceOver(way, MESSAGES);
  const ratio = few.cpu / many.cpu;
  return {
    work: `advance over 1,000,000 due messages (${way.name}): CPU each against 100,000`,
    aim: `≤ ${AIM}×`,
    measured: `${digits(ratio)}×, ${digits(many.cpu)} per second of CPU, ${digits(many.wall)} per elapsed second`,
    met: ratio <= AIM,
  };
}

await reportEach(WAYS, measure);
