/**
 * `npm run compare -- ../before` shows whether changes kept the behavior of the service. It starts the built command of this
 * checkout and of another one, calls both with the same random history, and compares each response and each webhook, member
 * by member. Differences that a changeset names are in `expected.ts`. Options: `--calls 3000`, `--seed 1`, `--places` (lists
 * also expected places), `--trace` (prints each call with a place that is new), `--without 'POST /webhooks/{id}/resend'` (does not call this operation; may be repeated).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../source-paths.ts';
import type { Answer, Call } from './calls.ts';
import { Differences } from './differences.ts';
import { EXPECTED, PARTING } from './expected.ts';
import { History } from './history.ts';
import { Operations } from './operations.ts';
import { startService } from './services.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    calls: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
    places: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const [other] = positionals;
if (other === undefined) throw new Error('Name the folder of another checkout that is built.');
for (const { changeset } of EXPECTED)
  if (!existsSync(join(root, '.changeset', changeset)))
    throw new Error(`There is no .changeset/${changeset}.`);

const seed = Number(values.seed);
await using before = await startService(other, seed);
await using after = await startService(root, seed);
const document = { method: 'GET', path: '/_emulator/openapi.json', scope: '/_emulator' };
const documents = await Promise.all([before.call(document), after.call(document)]);
const [old, now] = documents.map(({ body }) => body as ConstructorParameters<typeof Operations>[0]);
if (old === undefined || now === undefined) throw new Error('A service has no document.');
const operations = new Operations(old, now);
const history = new History(seed, before.credentials, operations, new Set(values.without));
const differences = new Differences();
const byStatus = new Map<number, number>();
let webhooks = 0;
let resumed = 0;

for (const name of operations.gone)
  differences.add(name, { place: 'gone', before: 'an operation', after: undefined });

for (let index = 0; index < Number(values.calls); index += 1) {
  const call = history.next();
  const states = changesState(call)
    ? [await before.capture(call.scope), await after.capture(call.scope)]
    : undefined;
  const [earlier, later] = [await before.call(call), await after.call(call)];
  byStatus.set(earlier.status, (byStatus.get(earlier.status) ?? 0) + 1);
  operations.count(call, earlier);
  const name = operations.nameOf(call) ?? `other ${call.method}`;
  const unexpected = differences.unexpected;
  differences.compare(name, earlier, later);
  const parted = succeeded(earlier) !== succeeded(later) || (succeeded(earlier) && PARTING.includes(name));
  const [sent, sentLater] = [before.webhooks(), after.webhooks()];
  webhooks += sent.length;
  if (!parted) differences.compare('webhooks', sent, sentLater);
  if (values.trace && differences.unexpected > unexpected)
    process.stdout.write(`${JSON.stringify({ index, call, earlier, later })}\n`);
  if (!parted) {
    history.learn(call, earlier);
  } else if (states !== undefined) {
    // From here on, everything would differ. So both continue from before the call.
    resumed += 1;
    await before.restore(call.scope, states[0]);
    await after.restore(call.scope, states[1]);
  }
}

const counts = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
process.stdout.write(operations.report());
process.stdout.write(`\nNew operations, which are not compared: ${operations.added.join(', ') || 'none'}\n`);
process.stdout.write(`${values.calls} calls of seed ${seed}; statuses ${counts.join(', ')}\n`);
process.stdout.write(
  `${resumed} calls after which the histories would part; both services continued from before them\n`,
);
process.stdout.write(`${webhooks} webhook attempts of each service\n\n`);
process.stdout.write(differences.report(values.places));
const unreached = operations.unreached().filter((name) => !values.without.includes(name));
if (unreached.length > 0)
  process.stdout.write(`Operations that no call reached with success: ${unreached.join(', ')}\n`);
if (differences.unexpected > 0 || unreached.length > 0) process.exitCode = 1;

/** Whether a call can change the state, so that the histories part if only one service accepts it. */
function changesState({ method, scope, path, stream }: Call): boolean {
  return (
    method !== 'GET' &&
    stream === undefined &&
    !/\/(sandboxes\/[^/]+|snapshot|followers.*)$/u.test(path) &&
    scope !== ''
  );
}

function succeeded({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}
