import { readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';
import type { Library } from './compiled-in.ts';

/** The text of the MIT License below the lines that name it and the copyright holder. */
function mitLicense(): string {
  const text = readFileSync(`${root}LICENSE`, 'utf8');
  return text.slice(text.indexOf('Permission')).trimEnd();
}

/** The text of THIRD-PARTY.md: the libraries, and their licenses. */
export function thirdPartyNotice(libraries: readonly Library[]): string {
  const [mit, others] = [true, false].map((isMit) =>
    libraries.filter(({ license }) => (license === 'MIT') === isMit),
  ) as [Library[], Library[]];
  return `# Third-party code in this package

The following libraries are compiled into this package, so that its installation installs nothing else. All of them are
under the MIT License, below${others.length > 0 ? ', except for those in the last section' : ''}. The file \`sbom.cdx.json\` lists them for programs (CycloneDX 1.6).

${table(mit)}

${mitLicense()}
${others.length > 0 ? otherLicenses(others) : ''}`;
}

/** Libraries under other licenses, each text once. */
function otherLicenses(libraries: readonly Library[]): string {
  const groups = [...Map.groupBy(libraries, ({ text }) => text)];
  return groups
    .map(
      ([text, some]) =>
        `\n## ${some[0]?.license}\n\n${table(some)}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`,
    )
    .join('');
}

function table(libraries: readonly Library[]): string {
  const rows = libraries.map(({ name, version, copyright }) => `| ${name} | ${version} | ${copyright} |`);
  return ['| package | version | copyright |', '|---|---|---|', ...rows].join('\n');
}
