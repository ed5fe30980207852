/** What the emulator's handlers add to what MSW itself costs, in work and in memory. */
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
/** Fewer where each leaves some 30 kB behind. */
const INTERCEPTED = 2000;
const ROUNDS = 40;
/** Another host, so that one network serves both: a second one in the process would silence the first. */
const PLAIN = 'https://plain.test';

const emulator = virtualEmulator({ journalLimit: 100 });
const answer = JSON.stringify({ messages: [JSON.parse(messageBody(0))] });

/** The least a handler can do that looks at what it was sent: MSW's own cost. */
const plain = http.post(`${PLAIN}/message`, async ({ request }) => {
  await request.json();
  return HttpResponse.text(answer, { headers: { 'content-type': 'application/json' } });
});

async function call(origin: string, calls: number): Promise<void> {
  for (let index = 0; index < calls; index++) {
    const response = await fetch(origin + MESSAGE_PATH, { method: 'POST', body: messageBody(index) });
    await response.text();
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
  }
}

async function cpu(origin: string): Promise<number> {
  const calls = CALLS / ROUNDS;
  return (await timed(() => call(origin, calls))).cpuMicros / calls;
}

/** Measured the second time, when whatever is made once is there. */
async function bytesKept(work: () => Promise<void>, calls = CALLS): Promise<number> {
  await work();
  const before = await liveBytes();
  await work();
  return ((await liveBytes()) - before) / calls;
}

/**
 * Through MSW's own way to a handler, but without its interception: that sometimes never closes the connection it made
 * up for a request, and keeps some 30 kB for each, with whichever handlers.
 */
async function callHandlers(): Promise<void> {
  for (let index = 0; index < CALLS; index++) {
    const init = { method: 'POST', body: messageBody(index) };
    const response = await getResponse(emulator.handlers, new Request(emulator.baseUrl + MESSAGE_PATH, init));
    await response?.text();
    if (response?.status !== 200) throw new Error(`answered ${response?.status}`);
  }
}

async function callDirectly(): Promise<void> {
  for (let index = 0; index < CALLS; index++) await post(emulator, MESSAGE_PATH, messageBody(index));
}

// Before anything is intercepted, which leaves behind what it lets go of later. Each begins with an empty service, whose
// maps grow at the same points.
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
    measured: `${digits(kept)} B (a message is ${digits(messages)} B; with MSW's interception ${digits(intercepted)} B, of which it keeps ${digits(mswAlone)} B with any handler)`,
    met: kept <= 150,
  },
]);
