import { rehearseWithPostgres } from './postgres-rehearsal.ts';

const RECIPIENTS = Number(process.argv[2] ?? 50_000);
const KILLS = 16;

const { reach, results, requests, kills } = await rehearseWithPostgres({
  recipients: RECIPIENTS,
  chunkSize: 250,
  workers: 4,
  kills: KILLS,
  seed: 1,
  show: (worker, line) => process.stdout.write(`worker ${worker}  ${line}\n`),
});
const killed = kills.reduce((sum, times) => sum + times, 0);
process.stdout.write(`
Kills         ${killed}: ${kills.map((times, place) => `worker ${place + 1} ${times} times`).join(', ')}
Queued        ${results.queued}, and ${results.queuedBefore} that were queued before
Requests      ${requests}, ${results.requests} of them of jobs that ended

One message   ${reach.once}
Duplicates    ${reach.twice}
Lost          ${reach.leftOut}
Wrong         ${reach.wrong}
`);
if (reach.once !== RECIPIENTS || reach.twice + reach.leftOut + reach.wrong > 0) process.exitCode = 1;
