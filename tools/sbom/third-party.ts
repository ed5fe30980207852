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
  'jsonc-parser': 'reads configuration files with comments, and names the line of an error',
  'pure-rand': 'random numbers that a seed determines',
  re2js: 'regular expressions of callers, matched in linear time',
  uplot: "the charts of the inspector's page",
  uuid: 'identifiers',
  zod: 'the schemas of requests and responses',
};

/** The files with the texts of the licenses. */
const LICENSES: Readonly<Record<string, string>> = {
  MIT: 'LICENSE',
};

/** The text of a license below the lines that name it and the copyright holder. */
function textOf(license: string): string {
  const text = readFileSync(root + LICENSES[license], 'utf8');
  return `${text.slice(text.search(/^(Permission|Redistribution)/m)).trimEnd()}\n`;
}

/** The text of THIRD-PARTY.md: the libraries under the MIT License, and below them those under another one. */
export function thirdPartyNotice(libraries: readonly Library[]): string {
  const other = libraries.find(({ license }) => !(license in LICENSES));
  if (other !== undefined)
    throw new Error(`${other.name} has the license ${other.license}: add its text to third-party.ts.`);
  const bsd = libraries.filter(({ license }) => license === 'BSD-3-Clause');
  const mit = libraries.filter(({ license }) => license === 'MIT');
  const which = bsd.length === 0 ? 'All of them' : 'Those of the first table';
  return `# Third-party code in this package

The following libraries are compiled into this package, so that its installation installs nothing else. ${which} are
under the MIT License, below. The file \`sbom.cdx.json\` lists them for programs (CycloneDX 1.6).

${table(mit)}

${textOf('MIT')}${bsd.length === 0 ? '' : `\nThe following libraries are under the BSD 3-Clause License, below.\n\n${table(bsd)}\n\n${textOf('BSD-3-Clause')}`}`;
}

function table(libraries: readonly Library[]): string {
  const rows = libraries.map(({ name, version, copyright }) => {
    const purpose = PURPOSES[name];
    if (purpose === undefined) throw new Error(`${name} is compiled in: add its purpose to third-party.ts.`);
    return `| ${name} | ${version} | ${purpose} | ${copyright} |`;
  });
  return ['| package | version | purpose | copyright |', '|---|---|---|---|', ...rows].join('\n');
}
