/** The program of a {@link CallerProcess}: one client, alone in its process. */
import { timed } from '../measure/cpu.ts';
import type { CallsQuestion } from './caller-process.ts';
import { clientNamed } from './clients.ts';

const [name = '', url = ''] = process.argv.slice(2);
const send = await clientNamed(name, url);
let next = 0;

/** Returns the processor time of this process for some calls, in microseconds. */
async function run({ calls, concurrency }: CallsQuestion): Promise<number> {
  const end = next + calls;
  const caller = async () => {
    while (next < end) await send(next++);
  };
  const { cpuMicros } = await timed(() => Promise.all(Array.from({ length: concurrency }, caller)));
  return cpuMicros;
}

process.on('disconnect', () => process.exit());
process.on('message', (question: CallsQuestion) => {
  void run(question).then((cpuMicros) => process.send?.(cpuMicros));
});
process.send?.('ready');
