/**
 * `npm run compare -- ../before` shows whether a change kept the behavior of the service. It starts the built command of
 * this checkout and of another one, calls both with the same random history (public API, control API, faults, undo,
 * snapshots, webhooks), and compares each response, member by member. Options: `--calls 2000`, `--seed 1`.
 */
import { parseArgs } from 'node:util';
import { openReceiver } from '../../packages/test-support/src/receiver.ts';
import { root } from '../source-paths.ts';
import { Differences } from './differences.ts';
import { History } from './history.ts';
import { respondByPath } from './receivers.ts';
import { type Answer, startService } from './services.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { calls: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});
const [other] = positionals;
if (other === undefined) throw new Error('Name the folder of another checkout that is built.');

const seed = Number(values.seed);
await using receiver = await openReceiver(respondByPath);
await using before = await startService(other, seed);
await using after = await startService(root, seed);
const history = new History(seed, receiver.url, before.credentials);
const differences = new Differences();
const byStatus = new Map<number, number>();

for (let index = 0; index < Number(values.calls); index += 1) {
  const call = history.next();
  const old: Answer = await before.call(call);
  const now: Answer = await after.call(call);
  byStatus.set(old.status, (byStatus.get(old.status) ?? 0) + 1);
  differences.compare(call, old, now);
  history.learn(call, old);
}

const counts = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
process.stdout.write(`${values.calls} calls of seed ${seed}; statuses ${counts.join(', ')}\n`);
process.stdout.write(`webhook attempts received from both: ${receiver.received.length}\n`);
process.stdout.write(differences.report());
if (differences.count > 0) process.exitCode = 1;
