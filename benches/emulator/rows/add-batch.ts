/** A batch of 100,000 destinations, relative to parsing and validating the same body. */
import { setTimeout } from 'node:timers/promises';
import { batchRequestSchema, validate } from '@messaging-service/contract';
import { timed } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { longestTurn } from '../../measure/longest-turn.ts';
import { report } from '../../measure/report.ts';
import { digits, show, spread } from '../../measure/statistics.ts';
import { batchRequest, post, virtualEmulator } from '../emulated.ts';

const DESTINATIONS = 100_000;
const ROUNDS = 9;

const { path, body } = batchRequest(0, DESTINATIONS);

function parseAndValidate(): void {
  const checked = validate(batchRequestSchema, JSON.parse(body));
  if (!checked.ok) throw new Error('The body is invalid.');
}

/** The cost of the batch until its response, and until all its messages are delivered. */
async function addBatch() {
  const emulator = virtualEmulator();
  const answered = await timed(() => post(emulator, path, body));
  const sent = await timed(() => emulator.clock.settle());
  emulator.close();
  return { answered: answered.cpuMicros, whole: answered.cpuMicros + sent.cpuMicros };
}

/** The longest time that the event loop is blocked during the batch, in milliseconds. */
async function longestBlock(): Promise<number> {
  const emulator = virtualEmulator();
  await setTimeout(20);
  const { wallMs } = await longestTurn(async () => {
    await post(emulator, path, body);
    await emulator.clock.settle();
  });
  emulator.close();
  return wallMs;
}

const rounds = await interleaved(
  ROUNDS,
  { floor: async () => (await timed(parseAndValidate)).cpuMicros, batch: addBatch, block: longestBlock },
  3,
);
const answered = spread(rounds.map(({ floor, batch }) => batch.answered / floor));
const whole = spread(rounds.map(({ floor, batch }) => batch.whole / floor));
const block = spread(rounds.map((round) => round.block));
const floorMs = digits(spread(rounds.map(({ floor }) => floor)).median / 1000);
report([
  {
    work: 'add-batch of 100,000: CPU until the response, against JSON.parse and validation',
    aim: '≤ 4×',
    measured: `${show(answered, '×')} of ${floorMs} ms`,
    met: answered.median <= 4,
  },
  {
    work: 'add-batch of 100,000: CPU until every message is delivered, against the same',
    aim: 'none',
    measured: show(whole, '×'),
  },
  {
    work: 'add-batch of 100,000: longest time the event loop was blocked',
    aim: '≤ 200 ms',
    measured: show(block, ' ms'),
    met: block.max <= 200,
  },
]);
