/**
 * `npm run generate -- api` builds the packages and writes a report of the exports of each public entry to
 * `packages/<name>/api/<entry>.api.md`, so that reviews show changes of the public API. `npx node tools/packages/api-reports.ts --check` fails if a
 * report is out of date.
 *
 * The reports are based on the built declarations, so they include declarations from other packages that are compiled in.
 */
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IConfigFile,
} from '@microsoft/api-extractor';
import { Report } from '../report.ts';
import { root } from '../source-paths.ts';
import type { Entry } from './entries.ts';
import { type Package, packages } from './packages.ts';

const isCheck = process.argv.includes('--check');
const temporary = mkdtempSync(join(tmpdir(), 'api-'));
const report = new Report();

const silent = { logLevel: ExtractorLogLevel.None };
const loud = { logLevel: ExtractorLogLevel.Error };

function configure({ name, folder }: Package, entry: Entry): ExtractorConfig {
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: `${folder}/dist/${entry.name}.d.ts`,
    newlineKind: 'lf',
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          module: 'nodenext',
          target: 'es2024',
          lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
          types: ['node'],
          typeRoots: [`${root}node_modules/@types`],
          strict: true,
          skipLibCheck: true,
        },
        include: ['dist/*.d.ts'],
      },
    },
    apiReport: {
      enabled: true,
      reportFolder: join(temporary, name),
      reportTempFolder: join(temporary, name, 'temporary'),
      reportFileName: entry.name,
      // The types that an exported type refers to are as public as the type.
      includeForgottenExports: true,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: loud },
      extractorMessageReporting: {
        default: loud,
        // Every export is public, so no tag is needed.
        'ae-missing-release-tag': silent,
        'ae-forgotten-export': silent,
        // Other checks cover the doc comments.
        'ae-undocumented': silent,
        'ae-misplaced-package-tag': silent,
        'ae-unresolved-link': silent,
      },
      tsdocMessageReporting: { default: silent },
    },
  };
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: `${folder}/package.json`,
  });
}

/** The report of one entry, and the problems of its declarations. */
function extract(
  name: string,
  config: ExtractorConfig,
): { readonly report: string; readonly problems: string[] } {
  const problems: string[] = [];
  mkdirSync(config.reportFolder, { recursive: true });
  Extractor.invoke(config, {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel === ExtractorLogLevel.Error)
        problems.push(message.formatMessageWithLocation(root));
      message.handled = true;
    },
  });
  return { report: readFileSync(join(config.reportFolder, `${name}.api.md`), 'utf8'), problems };
}

/** The declarations of a report, which are separated by blank lines, without release tags: all of them are public. */
function declarationsOf(text: string): string[] {
  const [, code = ''] = /^```ts\n(.*)^```/ms.exec(text) ?? [];
  return code
    .replace(/^ *\/\/ (@public( \(undocumented\))?|\(undocumented\)|\(No @packageDocumentation .*)\n/gm, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '');
}

/** The declarations in the report of the main entry. Other reports leave them out. */
const inIndex = new Map<Package, Set<string>>();

function format(one: Package, { name, specifier }: Entry, declarations: readonly string[]): string {
  const isIndex = name === 'index';
  if (isIndex) inIndex.set(one, new Set(declarations.map((block) => block.replace(/^export /, ''))));
  const own = isIndex ? declarations : declarations.filter((block) => !inIndex.get(one)?.has(block));
  return `# ${specifier}

> The exports of this entry and the types that they refer to${isIndex ? '' : ', except those in [index.api.md](index.api.md)'}. \`npm run generate -- api\` writes this file; do not edit it.

\`\`\`ts
${own.join('\n\n')}
\`\`\`
`;
}

const fileOf = (one: Package, { name }: Entry) => `packages/${one.name}/api/${name}.api.md`;

function writeOrCompare(one: Package, entry: Entry, config: ExtractorConfig): void {
  const startedAt = performance.now();
  const file = fileOf(one, entry);
  const { report: extracted, problems } = extract(entry.name, config);
  const text = format(one, entry, declarationsOf(extracted));
  if (isCheck && (!existsSync(root + file) || readFileSync(root + file, 'utf8') !== text))
    problems.push(
      `${file} is not what is exported now. Run \`npm run generate -- api\` and look at what it changes.`,
    );
  if (!isCheck) {
    mkdirSync(`${one.folder}/api`, { recursive: true });
    writeFileSync(root + file, text);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  report.add(entry.specifier, { ok: problems.length === 0, output: problems.join('\n'), seconds });
}

const jobs = packages.flatMap((one) =>
  one.entries.map((entry) => ({ one, entry, config: configure(one, entry) })),
);
const [first, ...others] = jobs.map(({ config }) => config);
if (first === undefined) throw new Error('There are no packages.');
/** All entries share one TypeScript program, because most of the files that it reads are the same. */
const compilerState = CompilerState.create(first, {
  additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
});

try {
  for (const { one, entry, config } of jobs) writeOrCompare(one, entry, config);
  const known = new Set(jobs.map(({ one, entry }) => fileOf(one, entry)));
  for (const file of globSync('packages/*/api/*.api.md', { cwd: root })) {
    if (known.has(file)) continue;
    if (isCheck) report.add(file, { ok: false, output: 'There is no such entry.', seconds: 0 });
    else rmSync(root + file);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
report.end();
