/** The work of the Playwright fixture for each worker: an emulator, a server on a free port, and a client. */
import { createEmulator } from '@messaging-service/emulator';
import { connectEmulator } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';
import { interleaved } from '../../measure/interleaved.ts';
import { report } from '../../measure/report.ts';
import { show, spread } from '../../measure/statistics.ts';

const AIM_MS = 50;

const shared = await listen(createEmulator());
const main = await connectEmulator({ url: shared.url });

async function ownServer(): Promise<number> {
  const startedAt = performance.now();
  const emulator = createEmulator({ clock: 'system' });
  const server = await listen(emulator);
  const client = await connectEmulator({ url: server.url });
  const tookMs = performance.now() - startedAt;
  await client.close();
  await server.close();
  emulator.close();
  return tookMs;
}

async function sandbox(): Promise<number> {
  const startedAt = performance.now();
  const client = await main.sandbox({ clock: 'system' });
  const tookMs = performance.now() - startedAt;
  await client.close();
  return tookMs;
}

const rounds = await interleaved(20, { ownServer, sandbox }, 2);
const own = spread(rounds.map((round) => round.ownServer));
const sandboxed = spread(rounds.map((round) => round.sandbox));
report([
  {
    work: 'An isolated emulator for a Playwright worker: server of its own',
    aim: `≤ ${AIM_MS} ms`,
    measured: show(own, ' ms'),
    met: own.median <= AIM_MS,
  },
  {
    work: 'An isolated emulator for a Playwright worker: sandbox of a server',
    aim: `≤ ${AIM_MS} ms`,
    measured: show(sandboxed, ' ms'),
    met: sandboxed.median <= AIM_MS,
  },
]);
await main.close();
await shared.close();
