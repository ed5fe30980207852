import { rehearseWithPostgres } from './postgres-rehearsal.ts';

const RECIPIENTS = Number(process.argv[2] ?? 50_000);

const { reach, results, ended } = await rehearseWithPostgres({
  recipients: RECIPIENTS,
  chunkSize: 250,
  workers: 4,
  killAfter: RECIPIENTS / 2,
  show: (worker, line) => process.stdout.write(`worker ${worker}  ${line}\n`),
});
process.stdout.write(`
Workers       ${ended.map((how) => (how === 0 ? 'ended' : String(how))).join(', ')}
Queued        ${results.queued}, and ${results.queuedBefore} that were queued before
Requests      ${results.requests} of jobs that ended

One message   ${reach.once}
Duplicates    ${reach.twice}
Lost          ${reach.leftOut}
Wrong         ${reach.wrong}
`);
if (reach.once !== RECIPIENTS || reach.twice + reach.leftOut + reach.wrong > 0) process.exitCode = 1;
