import { rehearse } from './rehearsal.ts';

const RECIPIENTS = 20_000;

const out = process.stdout;
out.write(
  `A campaign to ${count(RECIPIENTS)} recipients. Its sender is killed twice on the way, and the receiver of its webhooks once.\n\n`,
);
const { runs, reach, spent, wrongLines, table } = await rehearse({
  recipients: RECIPIENTS,
  killAt: [RECIPIENTS * 0.3, RECIPIENTS * 0.7],
  killReceiverAt: [RECIPIENTS * 0.5],
  visible: true,
});
for (const [index, { tally, recorded, taken }] of runs.entries()) {
  out.write(`\nRun ${index + 1}  `);
  if (tally === undefined)
    out.write(`killed: the service had ${count(taken)} messages, the store ${count(recorded)}`);
  else
    out.write(
      `${count(tally.skipped)} recorded before, ${count(tally.queuedBefore)} found to be queued, ${count(tally.queued)} queued`,
    );
}
out.write(`\n\nMessages that each recipient got\n  one           ${count(reach.once)}\n  two or more   ${count(reach.twice)}
  none          ${count(reach.leftOut)}\n  a wrong one   ${count(reach.wrong)}\n\nWho got it\n\n${table}`);
out.write(
  `\n${count(wrongLines)} lines of the report differ from what the service knows. ${count(spent)} credits spent.\n`,
);
if (
  reach.once !== RECIPIENTS ||
  reach.twice + reach.leftOut + reach.wrong + wrongLines > 0 ||
  spent !== RECIPIENTS
)
  process.exitCode = 1;

function count(value: number): string {
  return value.toLocaleString('en-GB');
}
