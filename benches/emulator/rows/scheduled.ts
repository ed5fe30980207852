/** The memory and time of a scheduled message, and whether each costs more if there are as many as a sandbox is made for. */
import { type Took, timed } from '../../measure/cpu.ts';
import { liveBytes } from '../../measure/heap.ts';
import { type Row, reportEach } from '../../measure/report.ts';
import { digits, median } from '../../measure/statistics.ts';
import { post, type Requests, scheduledBatches, scheduledMessages, virtualEmulator } from '../emulated.ts';

/** A way to schedule messages. */
interface Way extends Requests {
  readonly name: string;
  readonly aimBytes: number;
}

const FEW = 10_000;
const MANY = 100_000;

const WAYS: readonly Way[] = [
  {
    ...scheduledMessages,
    name: 'add-message (1,000 a request)',
    aimBytes: 750,
  },
  {
    ...scheduledBatches,
    name: 'add-batch (10,000 a request)',
    aimBytes: 750,
  },
];

/** Schedules messages and returns the cost of each. Creating the bodies is not measured. */
async function schedule({ size, request }: Way, count: number): Promise<{ micros: number; bytes: number }> {
  const emulator = virtualEmulator();
  const before = await liveBytes();
  let cpuMicros = 0;
  for (let from = 0; from < count; from += size) {
    const { path, body } = request(from, size);
    const took: Took = await timed(() => post(emulator, path, body));
    cpuMicros += took.cpuMicros;
  }
  const bytes = ((await liveBytes()) - before) / count;
  emulator.close();
  return { micros: cpuMicros / count, bytes };
}

async function measure(way: Way): Promise<Row[]> {
  for (let round = 0; round < 4; round++) await schedule(way, FEW);
  const few: number[] = [];
  for (let round = 0; round < 9; round++) few.push((await schedule(way, FEW)).micros);
  const many = await schedule(way, MANY);
  const ratio = many.micros / median(few);
  return [
    {
      work: `100,000 scheduled by ${way.name}: memory`,
      aim: `≤ ${way.aimBytes} B each`,
      measured: `${digits(many.bytes)} B each`,
      met: many.bytes <= way.aimBytes,
    },
    {
      work: `100,000 scheduled by ${way.name}: CPU each against 10,000`,
      aim: '≤ 1.5×',
      measured: `${digits(ratio)}× (${digits(many.micros)} µs against ${digits(median(few))} µs)`,
      met: ratio <= 1.5,
    },
  ];
}

await reportEach(WAYS, measure);
