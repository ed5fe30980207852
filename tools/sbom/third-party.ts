import { readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';
import type { Library } from './compiled-in.ts';

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
  const rows = libraries.map(({ name, version, copyright }) => `| ${name} | ${version} | ${copyright} |`);
  return ['| package | version | copyright |', '|---|---|---|', ...rows].join('\n');
}
