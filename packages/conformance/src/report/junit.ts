import { visible } from '@messaging-service/text';
import type { ConformanceReport } from './check.ts';
import type { ClauseResult } from './results.ts';

/** Formats a report as JUnit XML, which CI systems show. Each case is a test. The verdict is one, too, if the target is not a service. */
export function formatJunit({ verdict, clauses }: ConformanceReport): string {
  const { conclusion, sentence, nextStep } = verdict;
  const count = (outcome: ClauseResult['outcome']) => clauses.filter((one) => one.outcome === outcome).length;
  const isForeign = conclusion === 'not-a-service';
  const failures = count('failed') + (isForeign ? 1 : 0);
  const tests = [
    ...(isForeign
      ? [
          `    <testcase classname="conformance" name="verdict"><failure message="${escape(sentence)}">${escape(nextStep ?? '')}</failure></testcase>`,
        ]
      : []),
    ...clauses.map(formatCase),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="messaging-conformance" tests="${tests.length}" failures="${failures}" errors="0" skipped="${count('skipped')}">
    <properties><property name="verdict" value="${escape(sentence)}"/></properties>
${tests.join('\n')}
  </testsuite>
</testsuites>
`;
}

function formatCase({ id, clause, sentence, outcome, detail = '' }: ClauseResult): string {
  const element = { passed: '', failed: 'failure', skipped: 'skipped' }[outcome];
  const result = element === '' ? '' : `<${element} message="${escape(detail)}"/>`;
  return `    <testcase classname="${escape(id)}" name="${escape(`${sentence} (${clause})`)}">${result}</testcase>`;
}

/** XML cannot contain control characters, not even escaped. */
function escape(text: string): string {
  const names: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    '\n': '&#10;',
  };
  return visible(text).replaceAll(/[&<>"\n]/g, (character) => names[character] ?? character);
}
