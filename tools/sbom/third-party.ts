import { readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';
import type { Library } from './compiled-in.ts';

/** The purpose of each library. A new library needs a line here. */
const PURPOSES: Readonly<Record<string, string>> = {
  'cron-parser': 'the times of cron expressions',
  'eventsource-parser': 'streams of events in the remote client',
  ky: 'requests of the conformance kit',
  luxon: 'dates, for cron-parser',
  preact: "the inspector's page",
  '@tanstack/virtual-core': "the lists of the inspector's page",
  'jsonc-parser': 'reads configuration files with comments, and names the line of an error',
  'pure-rand': 'random numbers that a seed determines',
  re2js: 'regular expressions of callers, matched in linear time',
  uplot: "the charts of the inspector's page",
  uuid: 'identifiers',
  zod: 'the schemas of requests and responses',
};

/** The text of the MIT License below the lines that name it and the copyright holder. */
function licenseText(): string {
  const text = readFileSync(`${root}LICENSE`, 'utf8');
  return `${text.slice(text.indexOf('Permission')).trimEnd()}\n`;
}

/** The text of THIRD-PARTY.md: the libraries, and the license of all of them. */
export function thirdPartyNotice(libraries: readonly Library[]): string {
  const other = libraries.find(({ license }) => license !== 'MIT');
  if (other !== undefined)
    throw new Error(`${other.name} has the license ${other.license}: add its text to third-party.ts.`);
  return `# Third-party code in this package

The following libraries are compiled into this package, so that its installation installs nothing else. All of them are
under the MIT License, below. The file \`sbom.cdx.json\` lists them for programs (CycloneDX 1.6).

${table(libraries)}

${licenseText()}`;
}

function table(libraries: readonly Library[]): string {
  const rows = libraries.map(({ name, version, copyright }) => {
    const purpose = PURPOSES[name];
    if (purpose === undefined) throw new Error(`${name} is compiled in: add its purpose to third-party.ts.`);
    return `| ${name} | ${version} | ${purpose} | ${copyright} |`;
  });
  return ['| package | version | purpose | copyright |', '|---|---|---|---|', ...rows].join('\n');
}
