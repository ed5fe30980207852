/** The time and memory that the emulator's handlers add to those of MSW. */
import { getResponse, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { timed } from '../../measure/cpu.ts';
import { liveBytes } from '../../measure/heap.ts';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { digits, show, spread } from '../../measure/statistics.ts';
import { post, virtualEmulator } from '../emulated.ts';
import { MESSAGE_PATH, messageBody } from '../requests.ts';

const CALLS = 12_000;
/** Fewer calls, because each keeps about 30 kB. */
const INTERCEPTED = 2000;
const ROUNDS = 40;
/** Another host, so that one network serves both. A second network in the process would disable the first. */
const PLAIN = 'https://plain.test';

const emulator = virtualEmulator({ journalLimit: 100 });
const answer = JSON.stringify({ messages: [JSON.parse(messageBody(0))] });

/** A minimal handler that reads its request, for the cost of MSW itself. */
const plain = http.post(`${PLAIN}/message`, async ({ request }) => {
  await request.json();
  return HttpResponse.text(answer, { headers: { 'content-type': 'application/json' } });
});

async function call(origin: string, calls: number): Promise<void> {
  for (let index = 0; index < calls; index++) {
    const response = await fetch(origin + MESSAGE_PATH, { method: 'POST', body: messageBody(index) });
    await response.text();
    if (response.status !== 200) throw new Error(`returned ${response.status}`);
  }
}

async function cpu(origin: string): Promise<number> {
  const calls = CALLS / ROUNDS;
  return (await timed(() => call(origin, calls))).cpuMicros / calls;
}

/** Measures the second run, because the first one creates objects that are kept. */
async function bytesKept(work: () => Promise<void>, calls = CALLS): Promise<number> {
  await work();
  const before = await liveBytes();
  await work();
  return ((await liveBytes()) - before) / calls;
}

/**
 * Calls the handlers through MSW without interception, which sometimes never closes the mocked connection of a request
 * and keeps about 30 kB for each, regardless of the handlers.
 */
async function callHandlers(): Promise<void> {
  for (let index = 0; index < CALLS; index++) {
    const init = { method: 'POST', body: messageBody(index) };
    const response = await getResponse(emulator.handlers, new Request(emulator.baseUrl + MESSAGE_PATH, init));
    await response?.text();
    if (response?.status !== 200) throw new Error(`returned ${response?.status}`);
  }
}

async function callDirectly(): Promise<void> {
  for (let index = 0; index < CALLS; index++) await post(emulator, MESSAGE_PATH, messageBody(index));
}

// Measure memory before anything is intercepted, because interception releases its memory later. Each measurement starts
// with an empty service, so that maps grow at the same points.
emulator.reset();
const messages = await bytesKept(callDirectly);
emulator.reset();
const kept = (await bytesKept(callHandlers)) - messages;

const network = setupServer(plain, ...emulator.handlers);
network.listen({ onUnhandledFrame: 'error' });

const rounds = await interleaved(
  ROUNDS,
  { plain: () => cpu(PLAIN), emulator: () => cpu(emulator.baseUrl) },
  2,
);
emulator.reset();
const intercepted = (await bytesKept(() => call(emulator.baseUrl, INTERCEPTED), INTERCEPTED)) - messages;
const mswAlone = await bytesKept(() => call(PLAIN, INTERCEPTED), INTERCEPTED);
network.close();

const added = spread(rounds.map((round) => (round.emulator / round.plain - 1) * 100));
const micros = (who: 'plain' | 'emulator') => digits(spread(rounds.map((round) => round[who])).median);
report([
  {
    work: `MSW handlers, ${CALLS.toLocaleString('en')} calls: CPU over MSW's own, with a handler that reads its request`,
    aim: '≤ 5 %',
    measured: `${show(added, ' %')}, ${micros('emulator')} µs against ${micros('plain')} µs`,
    met: added.median <= 5,
  },
  {
    work: 'the same: heap a request beyond the messages themselves',
    aim: '≤ 150 B',
    measured: `${digits(kept)} B (a message is ${digits(messages)} B; with MSW's interception ${digits(intercepted)} B; MSW alone keeps ${digits(mswAlone)} B)`,
    met: kept <= 150,
  },
]);
