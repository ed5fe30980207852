/** The program of a client: alone in its process, it sends as many messages as it is asked for, and reports what they took. */
import { timed } from '../measure/cpu.ts';
import { clientNamed } from './clients.ts';

/** Messages to send. */
export interface Work {
  readonly messages: number;
  /** The number of concurrent requests. */
  readonly concurrency: number;
}

const [name = '', url = ''] = process.argv.slice(2);
const send = await clientNamed(name, url);
let next = 0;

function sendAll({ messages, concurrency }: Work): Promise<unknown> {
  const end = next + messages;
  const caller = async () => {
    while (next < end) await send(next++);
  };
  return Promise.all(Array.from({ length: concurrency }, caller));
}

process.on('disconnect', () => process.exit());
process.on('message', (work: Work) => {
  void timed(() => sendAll(work)).then((took) => process.send?.(took));
});
