import { mkdirSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Cause, ERROR_CAUSES, ERRORS, RECEIPT_CAUSES, RECEIPT_CODES } from '@messaging-service/contract';
import { root } from '../source-paths.ts';
import { changeLinks } from './markdown.ts';
import { read } from './pages.ts';
import { BY_CLASS, BY_CODE, BY_RECEIPT, type Reproduction } from './reproductions.ts';

const FOLDER = `${root}docs/site/generated/errors/`;

/** Writes the page with a section for each error code, receipt code and class of errors: cause, remedy and a program. */
export function writeErrorPage(): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}index.md`, errorPage());
}

function errorPage(): string {
  const codes = entriesOf(BY_CODE).map(([code, program]) =>
    section(code, `Status ${ERRORS[code].status}.`, ERROR_CAUSES[code], program),
  );
  const inOrder = entriesOf(BY_RECEIPT).toSorted(
    ([a], [b]) => Number.parseInt(a, 16) - Number.parseInt(b, 16),
  );
  const receipts = inOrder.map(([code, program]) => {
    const published = RECEIPT_CODES.find((one) => one.code === code);
    const title = published === undefined ? '' : `The service describes it as “${published.description}”.`;
    return section(`Receipt code ${code}`, title, RECEIPT_CAUSES[code], program);
  });
  const classes = classCauses().map(([name, cause]) =>
    section(name, '', cause, BY_CLASS[name as keyof typeof BY_CLASS]),
  );
  return `---
editLink: false
lastUpdated: false
outline: [2, 3]
---

# Every error and receipt code

Look up what happened, why, and what to do. **Run it here** makes it happen in the service in this page.

## Error codes of the service

The \`code\` of an \`ApiError\`, or of the body of an error response. [Errors](../../../guides/errors.md) shows how to handle them.

${codes.join('\n')}
## Receipt codes

The outcome of a message, in its [receipt](../../../guides/receipts.md). The codes from 30 on are those of the emulator.

${receipts.join('\n')}
## Error classes of the client

${classes.join('\n')}`;
}

const entriesOf = <Key extends string>(table: Readonly<Record<Key, Reproduction>>) =>
  Object.entries(table) as [Key, Reproduction][];

function section(name: string, note: string, { cause, remedy }: Cause, program: Reproduction = ''): string {
  const title = /^\w+$/.test(name) ? `\`${name}\`` : name;
  const run = program === '' ? '' : `<Run>\n\n\`\`\`ts\n${program}\n\`\`\`\n\n</Run>\n`;
  const text = `${note === '' ? '' : `${note} `}**Cause.** ${sentence(cause)}`;
  return `### ${title}\n\n${text}\n\n**What to do.** ${sentence(remedy)}\n\n${run}`;
}

const sentence = (text: string) =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** Class → cause and remedy, from the table of the guide. */
function classCauses(): [name: string, cause: Cause][] {
  const guide = changeLinks(read('docs/guides/errors.md'), (target) =>
    target.startsWith('#') ? `../../../guides/errors.md${target}` : posix.join('../../../guides', target),
  );
  const [, afterHeading = ''] = guide.split('| class | cause | what to do |');
  const [table = ''] = afterHeading.split('\n\n', 1);
  return [...table.matchAll(/^\| `(\w+)`[^|]*\| (.+?) \| (.+?) \|$/gm)].map(
    ([, name = '', cause = '', remedy = '']) => [name, { cause, remedy }],
  );
}
