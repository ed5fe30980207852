/** `emulator.fetch`, which needs no interception, against the same call through MSW's `setupServer`. */
import { setupServer } from 'msw/node';
import { timed } from '../../measure/cpu.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { digits, show, spread } from '../../measure/statistics.ts';
import { post, virtualEmulator } from '../emulated.ts';
import { MESSAGE_PATH, messageBody } from '../requests.ts';

const CALLS = { msw: 300, direct: 3_000 };

const emulator = virtualEmulator();

async function perCall(calls: number, call: (body: string) => Promise<unknown>): Promise<number> {
  const { cpuMicros } = await timed(async () => {
    for (let index = 0; index < calls; index++) await call(messageBody(index));
  });
  return cpuMicros / calls;
}

/** MSW replaces the global `fetch` only while it is measured, so that it does not affect the direct calls. */
async function throughMsw(): Promise<number> {
  const network = setupServer(...emulator.handlers);
  network.listen({ onUnhandledFrame: 'error' });
  const micros = await perCall(CALLS.msw, async (body) => {
    const response = await fetch(emulator.baseUrl + MESSAGE_PATH, { method: 'POST', body });
    await response.text();
    if (response.status !== 200) throw new Error(`returned ${response.status}`);
  });
  network.close();
  return micros;
}

const rounds = await interleaved(
  9,
  { msw: throughMsw, direct: () => perCall(CALLS.direct, (body) => post(emulator, MESSAGE_PATH, body)) },
  3,
);
const ratio = spread(rounds.map(({ msw, direct }) => msw / direct));
const middle = (who: 'msw' | 'direct') => digits(spread(rounds.map((round) => round[who])).median);
report([
  {
    work: '`emulator.fetch` against the same call through MSW: CPU a call',
    aim: '≥ 20×',
    measured: `${show(ratio, '×')}, ${middle('direct')} µs against ${middle('msw')} µs`,
    met: ratio.median >= 20,
  },
]);
