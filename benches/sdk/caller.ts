/** The program of a `Caller`: one client, alone in its process. */
import { messageOf } from '../emulator/requests.ts';
import { timed } from '../measure/cpu.ts';
import { clientNamed, nodeTransport, sdkClient } from './clients.ts';
import type { Work } from './rounds.ts';

const [name = '', url = ''] = process.argv.slice(2);
const send = name === 'sendMany' ? await manyMessages() : await singleCalls();

/** One call a message. */
async function singleCalls(): Promise<(work: Work) => Promise<unknown>> {
  const send = await clientNamed(name, url);
  let next = 0;
  return ({ messages, concurrency }) => {
    const end = next + messages;
    const caller = async () => {
      while (next < end) await send(next++);
    };
    return Promise.all(Array.from({ length: concurrency }, caller));
  };
}

/** `sendMany` over the Node transport. */
async function manyMessages(): Promise<(work: Work) => Promise<unknown>> {
  const client = await sdkClient(url, { transport: await nodeTransport() });
  return async ({ messages, concurrency }) => {
    function* source() {
      for (let n = 0; n < messages; n++) yield messageOf(n);
    }
    for await (const outcome of client.messages.sendMany(source(), { concurrency }))
      if (!outcome.ok) throw outcome.error;
  };
}

process.on('disconnect', () => process.exit());
process.on('message', (work: Work) => {
  void timed(() => send(work)).then((took) => process.send?.(took));
});
