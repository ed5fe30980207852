import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IConfigFile,
} from '@microsoft/api-extractor';
import { root } from '../source-paths.ts';
import type { Entry } from './entries.ts';
import { type Package, packages } from './packages.ts';

/**
 * A report of the exports of each public entry in `packages/<name>/api/<entry>.api.md`, so that reviews show changes of the
 * public API. They are based on the built declarations, so they include declarations that are compiled in from other packages.
 */
export function apiReports(): ReadonlyMap<string, string> {
  const temporary = mkdtempSync(join(tmpdir(), 'api-'));
  const jobs = packages.flatMap((one) =>
    one.entries.map((entry) => ({ one, entry, config: configure(one, entry, join(temporary, one.name)) })),
  );
  const [first, ...others] = jobs.map(({ config }) => config);
  if (first === undefined) throw new Error('There are no packages.');
  // All entries share one TypeScript program, because most of the files that it reads are the same.
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
  });
  try {
    return new Map(
      jobs.map(({ one, entry, config }) => [
        `packages/${one.name}/api/${entry.name}.api.md`,
        format(one, entry, declarationsOf(extract(entry.name, config, compilerState))),
      ]),
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function configure({ folder }: Package, entry: Entry, reportFolder: string): ExtractorConfig {
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
      reportFolder,
      reportTempFolder: join(reportFolder, 'temporary'),
      reportFileName: entry.name,
      // The types that an exported type refers to are as public as the type.
      includeForgottenExports: true,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      // Every export is public, so no tag is needed, and other checks cover the doc comments.
      extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
    },
  };
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: `${folder}/package.json`,
  });
}

/** The report of one entry. Its declarations must have no problems. */
function extract(name: string, config: ExtractorConfig, compilerState: CompilerState): string {
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
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return readFileSync(join(config.reportFolder, `${name}.api.md`), 'utf8');
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
