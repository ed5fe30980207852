import type { ConformanceReport } from './check.ts';

const SIGNS = { holds: '✓', violated: '✗', unasked: '-' } as const;

/** A report for people. */
export function formatReport({ clauses, readings, emulator }: ConformanceReport): string {
  const clauseLines = clauses.map(({ id, clause, sentence, outcome, detail }) =>
    [
      `${SIGNS[outcome]} ${sentence} [${id}; ${clause}]`,
      ...(detail === undefined ? [] : [`    ${detail}`]),
    ].join('\n'),
  );
  const readingLines = readings.map(({ id, question, reading, unasked }) =>
    [`? ${question} [${id}]`, `    ${reading ?? `Not found out: ${unasked}.`}`].join('\n'),
  );
  const count = (outcome: keyof typeof SIGNS) => clauses.filter((one) => one.outcome === outcome).length;
  return `Clauses of the specification

${clauseLines.join('\n')}

Points that it leaves open

${readingLines.join('\n')}

Emulator configuration that follows the same readings

${JSON.stringify(emulator, undefined, 2)}

${count('holds')} hold, ${count('violated')} do not, ${count('unasked')} could not be asked
`;
}
