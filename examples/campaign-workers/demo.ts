import { hasRedis } from './redis-server.ts';
import { rehearse } from './rehearsal.ts';

const RECIPIENTS = Number(process.argv[2] ?? 50_000);

if (!hasRedis) throw new Error('redis-server is not installed: apt-get install -y redis-server');

const { reach, spent, jobs, doubled, stalled, results, ended } = await rehearse({
  recipients: RECIPIENTS,
  chunkSize: 250,
  workers: 4,
  doubleEvery: 10,
  killAfter: RECIPIENTS / 2,
  show: (worker, line) => process.stdout.write(`worker ${worker}  ${line}\n`),
});
process.stdout.write(`
Jobs          ${jobs}, ${doubled} of them queued twice
Workers       ${ended.map((how) => (how === 0 ? 'ended' : String(how))).join(', ')}
Delivered again after a worker died   ${stalled.join(', ')}
Queued        ${results.queued}, and ${results.queuedBefore} that were queued before
Requests      ${results.requests} of jobs that ended

One message   ${reach.once}
Duplicates    ${reach.twice}
Lost          ${reach.leftOut}
Wrong         ${reach.wrong}
Credits       ${spent} spent
`);
if (reach.once !== RECIPIENTS || reach.twice + reach.leftOut + reach.wrong > 0 || spent !== RECIPIENTS)
  process.exitCode = 1;
