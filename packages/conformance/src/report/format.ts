import { visibleLine } from '@messaging-service/text';
import type { ClauseResult, ConformanceReport } from './check.ts';

const SYMBOLS: Readonly<Record<ClauseResult['outcome'], string>> = { passed: '✓', failed: '✗', skipped: '-' };

/** Formats a report as text. */
export function formatReport({ clauses, interpretations, emulator }: ConformanceReport): string {
  const clauseLines = clauses.map(({ id, clause, sentence, outcome, detail }) =>
    [
      `${SYMBOLS[outcome]} ${sentence} [${id}; ${clause}]`,
      ...(detail === undefined ? [] : [`    ${visibleLine(detail)}`]),
    ].join('\n'),
  );
  const interpretationLines = interpretations.map(({ id, clause, question, interpretation, detail }) =>
    [`? ${question} [${id}; ${clause}]`, `    ${visibleLine(interpretation ?? `Unknown: ${detail}.`)}`].join(
      '\n',
    ),
  );
  const count = (outcome: ClauseResult['outcome']) => clauses.filter((one) => one.outcome === outcome).length;
  return `Clauses of the specification

${clauseLines.join('\n')}

Open points of the specification

${interpretationLines.join('\n')}

Emulator configuration with the same interpretations

${JSON.stringify(emulator, undefined, 2)}

${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped
`;
}
