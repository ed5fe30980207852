/** Memory and listeners that 50,000 calls leave behind, on the heap and on a signal that is passed to all of them. */
import { getEventListeners } from 'node:events';
import { messageOf } from '../../emulator/requests.ts';
import { liveBytes } from '../../measure/heap.ts';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { sdkClient } from '../clients.ts';
import { inMemory } from '../responses.ts';

const CALLS = 50_000;
const AIM_MB = 0.5;

const client = await sdkClient('https://api.messaging.test', { transport: inMemory });
const { signal } = new AbortController();

async function call(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await client.messages.sendOne(messageOf(n), { signal });
}

// Compiled code and registries of the runtime take some megabytes during the first tens of thousands of calls.
await call(CALLS);
const before = await liveBytes();
await call(CALLS);
const grown = ((await liveBytes()) - before) / 1e6;
const listeners = getEventListeners(signal, 'abort').length;
report([
  {
    work: `heap growth over ${CALLS.toLocaleString('en')} calls; abort listeners left`,
    aim: `≤ ${AIM_MB} MB; 0`,
    measured: `${digits(grown)} MB; ${listeners}`,
    met: grown <= AIM_MB && listeners === 0,
  },
]);
