import { visibleLine } from '@messaging-service/text';
import type { ConformanceTarget } from '../service/target.ts';
import type { ConformanceReport } from './check.ts';
import { type Paint, PLAIN } from './paint.ts';
import type { ClauseResult } from './results.ts';
import { formatDifferences, formatSkipped, formatTotals } from './scorecard.ts';

/** The parts of a report that are printed, and its colors. */
export interface FormatOptions {
  /** The service, for the command that runs what was skipped. */
  readonly target: ConformanceTarget;
  /** Whether each case and each open point is listed. Default: false. */
  readonly details?: boolean | undefined;
  /** Default: no colors. */
  readonly paint?: Paint | undefined;
}

/** Formats a report as text: the verdict, the totals, the differences, and what was skipped. */
export function formatReport(report: ConformanceReport, options: FormatOptions): string {
  const { target, details = false, paint = PLAIN } = options;
  const { verdict, differences, emulator } = report;
  const { conclusion, sentence, nextStep } = verdict;
  const color = { service: paint.good, 'service-with-differences': paint.open, 'not-a-service': paint.bad }[
    conclusion
  ];
  const headline = color(paint.strong(visibleLine(sentence)));
  if (conclusion === 'not-a-service') return `${headline}\n${visibleLine(nextStep ?? '')}\n`;
  const config = JSON.stringify(emulator);
  const parts = [
    [headline, formatTotals(report)],
    formatDifferences(differences, paint),
    formatSkipped(report, target, paint),
    config === '{}'
      ? []
      : [
          'The emulator does the same with this configuration (--write <file> writes it):',
          '',
          `  ${visibleLine(config)}`,
        ],
    details ? formatDetails(report, paint) : ['--details lists each case and each open point.'],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Lists all cases, then all open points. */
function formatDetails({ clauses, interpretations }: ConformanceReport, paint: Paint): string[] {
  const signs: Readonly<Record<ClauseResult['outcome'], string>> = {
    passed: paint.good('✓'),
    failed: paint.bad('✗'),
    skipped: paint.weak('-'),
  };
  return [
    'Cases',
    '',
    ...clauses.flatMap(({ id, clause, sentence, outcome, detail }) => [
      `${signs[outcome]} ${sentence} ${paint.weak(`[${id}; ${clause}]`)}`,
      ...(detail === undefined ? [] : [`    ${visibleLine(detail)}`]),
    ]),
    '',
    'Open points',
    '',
    ...interpretations.flatMap(({ id, clause, question, interpretation, detail }) => [
      `? ${question} ${paint.weak(`[${id}; ${clause}]`)}`,
      `    ${visibleLine(interpretation ?? `Unknown: ${detail}.`)}`,
    ]),
  ];
}
