/**
 * Prints how many runs of each application had the expected effects, and how long their advances by 25 hours took:
 * `npm run --prefix test/time table`, or `… table -- 5 BullMQ` for five runs of the applications whose names begin so.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Application, applications } from './applications.ts';
import { sortedByInstant } from './effects.ts';
import { runApplication } from './run-application.ts';
import { missingFor, Stage } from './stage.ts';

const [runs = '20', ...names] = process.argv.slice(2);
const write = (line: string) => process.stdout.write(`${line}\n`);

/** The runs of one application, as a row of the table and the first difference that was found. */
async function rowOf(application: Application, stage: Stage): Promise<string> {
  const durations: number[] = [];
  let good = 0;
  let problem = '';
  for (let run = 0; run < Number(runs); run++) {
    try {
      const { effects, tookMs } = await runApplication(application, await stage.environmentFor(application));
      durations.push(tookMs);
      const difference = firstDifference(application, effects);
      if (difference === undefined) good++;
      else problem = difference;
    } catch (error) {
      problem = String(error).split('\n')[0] ?? '';
    }
  }
  durations.sort((a, b) => a - b);
  const [fastest = Number.NaN, median = Number.NaN, slowest = Number.NaN] = [0, 0.5, 1].map(
    (part) => durations[Math.round(part * (durations.length - 1))],
  );
  const columns = [
    application.name.padEnd(70),
    `${good} of ${runs}`.padStart(8),
    ...[fastest, median, slowest].map((ms) => `${(ms / 1_000).toFixed(1)} s`.padStart(8)),
  ];
  return problem === '' ? columns.join('  ') : `${columns.join('  ')}\n    ${problem}`;
}

function firstDifference(application: Application, effects: readonly string[]): string | undefined {
  const inOrder = (lines: readonly string[]) =>
    application.isRace === true ? sortedByInstant(lines) : [...lines];
  const [wanted, got] = [inOrder(application.effects), inOrder(effects)];
  if (isDeepStrictEqual(wanted, got)) return undefined;
  let index = 0;
  while (wanted[index] === got[index]) index++;
  return `effect ${index + 1}: ${got[index] ?? 'none'} instead of ${wanted[index] ?? 'none'}`;
}

await using stage = new Stage();
write(`${'application'.padEnd(70)}  ${'equal'.padStart(8)}   fastest    median   slowest`);
for (const application of applications) {
  if (names.length > 0 && !names.some((name) => application.name.startsWith(name))) continue;
  const missing = missingFor(application);
  write(missing === undefined ? await rowOf(application, stage) : `${application.name}: skipped, ${missing}`);
}
