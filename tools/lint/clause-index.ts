import { globSync, readdirSync, readFileSync } from 'node:fs';

/** A numbered statement of `docs/behavior`, with everything that cites it. */
interface Clause {
  readonly title: string;
  readonly page: string;
  /** The files of the tests that cite it. */
  readonly tests: Set<string>;
  /** The files of the code that cite it. */
  readonly code: Set<string>;
}

/** The clauses by id, and the problems found. */
export interface ClauseIndex {
  readonly clauses: ReadonlyMap<string, Clause>;
  readonly findings: readonly string[];
}

const PAGES = 'docs/behavior';
const TEXTS = '**/*.{ts,tsx,mts,mjs,md,yaml,yml}';
const GENERATED = /(^|\/)(node_modules|dist|api|coverage|\.[^/]+)$/;

/** The sources that decide how the service and its clients behave. */
const CODE = /^packages\/(?!conformance|inspector\/src|test-support)[^/]+\/(src|reads)\//;

/** Documents that are not part of the repository. */
const UNPUBLISHED = /\b(?:spec|facts)\.md\b|\b[D]ESIGN\b|\bissues? #?\d/;

/**
 * Reads the clauses of `docs/behavior` and the files that cite them. A finding is a heading without an id, an id of two
 * clauses, a clause that no test or no code cites, a citation of an id that does not exist, and a reference to an
 * unpublished document.
 *
 * @param folder - The repository, with a slash at the end.
 */
export function indexClauses(folder: string): ClauseIndex {
  const clauses = new Map<string, Clause>();
  const findings = readdirSync(folder + PAGES)
    .filter((page) => page !== 'README.md')
    .flatMap((page) => readPage(page, readFileSync(`${folder}${PAGES}/${page}`, 'utf8'), clauses));
  const files = globSync(TEXTS, { cwd: folder, exclude: (name) => GENERATED.test(name) });
  for (const file of files.filter((name) => !name.includes('CHANGELOG')).sort())
    findings.push(...readFile(file, readFileSync(folder + file, 'utf8'), clauses));
  for (const [id, { title, page, tests, code }] of clauses) {
    if (tests.size === 0) findings.push(`${PAGES}/${page}: no test cites ${id} (${title})`);
    if (code.size === 0) findings.push(`${PAGES}/${page}: no code cites ${id} (${title})`);
  }
  return { clauses, findings };
}

function readPage(page: string, text: string, clauses: Map<string, Clause>): string[] {
  const findings: string[] = [];
  for (const section of text.split(/^### /m).slice(1)) {
    const [, id, title = ''] = /^([A-Z]{3}-\d+) (.+)$/m.exec(section.split('\n', 1)[0] ?? '') ?? [];
    if (id === undefined)
      findings.push(`${PAGES}/${page}: a heading without an id: ${section.split('\n')[0]}`);
    else if (clauses.has(id)) findings.push(`${PAGES}/${page}: ${id} is the id of two clauses`);
    else clauses.set(id, { title, page, tests: new Set(), code: new Set() });
  }
  return findings;
}

function readFile(file: string, text: string, clauses: ReadonlyMap<string, Clause>): string[] {
  const prefixes = new Set([...clauses.keys()].map((id) => id.slice(0, 3)));
  const findings: string[] = [];
  const reference = UNPUBLISHED.exec(text);
  if (reference !== null) findings.push(`${file}: refers to an unpublished document: ${reference[0]}`);
  for (const [id, prefix = ''] of text.matchAll(/\b([A-Z]{3})-\d+\b/g)) {
    if (!prefixes.has(prefix)) continue;
    const clause = clauses.get(id);
    if (clause === undefined) findings.push(`${file}: there is no clause ${id} in ${PAGES}`);
    else if (/\.test(-d)?\.tsx?$/.test(file)) clause.tests.add(file);
    else if (CODE.test(file)) clause.code.add(file);
  }
  return findings;
}
