import { rehearse } from './rehearsal.ts';

const RECIPIENTS = 100_000;

const out = process.stdout;
out.write(`A campaign to ${count(RECIPIENTS)} recipients, killed twice on the way.\n\n`);
const { runs, reach, spent } = await rehearse({
  recipients: RECIPIENTS,
  killAt: [RECIPIENTS * 0.3, RECIPIENTS * 0.7],
  visible: true,
});
for (const [index, { tally, journal, taken }] of runs.entries()) {
  out.write(`\nRun ${index + 1}  `);
  if (tally === undefined)
    out.write(`killed: the service had ${count(taken)} messages, the journal ${count(journal)}`);
  else
    out.write(
      `${count(tally.skipped)} in the journal, ${count(tally.queuedBefore)} found to be queued, ${count(tally.queued)} queued`,
    );
}
out.write(`\n\nOne message   ${count(reach.once)}\nTwo or more   ${count(reach.twice)}\nNone          ${count(reach.leftOut)}
Wrong         ${count(reach.wrong)}\nCredits       ${count(spent)} spent\n`);
if (reach.once !== RECIPIENTS || reach.twice + reach.leftOut + reach.wrong > 0 || spent !== RECIPIENTS)
  process.exitCode = 1;

function count(value: number): string {
  return value.toLocaleString('en-GB');
}
