import { hasRedis } from './redis-server.ts';
import { rehearse } from './rehearsal.ts';
import { rehearseCancellation } from './scheduled-rehearsal.ts';

const RECIPIENTS = Number(process.argv[2] ?? 50_000);
const KILLS = 16;

if (!hasRedis) throw new Error('redis-server is not installed: apt-get install -y redis-server');

const { reach, spent, jobs, doubled, stalled, results, requests, kills } = await rehearse({
  recipients: RECIPIENTS,
  chunkSize: 250,
  workers: 4,
  doubleEvery: 10,
  kills: KILLS,
  seed: 1,
  show: (worker, line) => process.stdout.write(`worker ${worker}  ${line}\n`),
});
const { pending, cancelled, sent } = await rehearseCancellation(RECIPIENTS, 250);
const killed = kills.reduce((sum, times) => sum + times, 0);
process.stdout.write(`
Jobs          ${jobs}, ${doubled} of them queued twice
Kills         ${killed}: ${kills.map((times, place) => `worker ${place + 1} ${times} times`).join(', ')}
Delivered again after a worker died   ${stalled.length} jobs
Queued        ${results.queued}, and ${results.queuedBefore} that were queued before
Requests      ${requests}, ${results.requests} of them of jobs that ended

One message   ${reach.once}
Duplicates    ${reach.twice}
Lost          ${reach.leftOut}
Wrong         ${reach.wrong}
Credits       ${spent} spent

Scheduled     ${pending} batches under identifiers of their own
Cancelled     ${cancelled}; ${sent} messages sent
`);
if (reach.once !== RECIPIENTS || reach.twice + reach.leftOut + reach.wrong > 0 || spent !== RECIPIENTS)
  process.exitCode = 1;
if (cancelled !== pending || sent > 0) process.exitCode = 1;
