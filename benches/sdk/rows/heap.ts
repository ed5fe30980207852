/** Memory and listeners that 50,000 calls leave behind, on the heap and on a signal that is passed to all of them. */
import { getEventListeners } from 'node:events';
import { messageOf } from '../../emulator/requests.ts';
import { liveBytes } from '../../measure/heap.ts';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { sdkClient } from '../clients.ts';

const CALLS = 50_000;
const AIM_MB = 0.5;

/** The responses come from memory, because memory that a transport keeps does not belong to the client. */
const answer = JSON.stringify({
  messages: [
    {
      to: '447700900123',
      body: 'Your table is ready',
      from: { type: 'shared', value: '447700900980' },
      batchUuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
      messageUuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f',
      scheduled: false,
    },
  ],
});
const client = await sdkClient('https://api.messaging.test', {
  transport: async () => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: answer,
  }),
});
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
