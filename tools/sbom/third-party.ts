import type { Library } from './compiled-in.ts';

/** What each library is for. A library that comes in needs a line here: whoever adds it knows why. */
const PURPOSES: Readonly<Record<string, string>> = {
  'cron-parser': 'the times of cron expressions',
  ky: 'requests of the conformance kit',
  luxon: 'dates, for cron-parser',
  preact: "the inspector's page",
  re2js: 'regular expressions of callers, matched in linear time',
  uuid: 'identifiers',
  zod: 'the schemas of requests and responses',
};

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`;

/** The text of THIRD-PARTY.md, with the license that all libraries have in common. */
export function thirdPartyNotice(libraries: readonly Library[]): string {
  const rows = libraries.map(({ name, version, license, copyright }) => {
    if (license !== 'MIT')
      throw new Error(`${name} has the license ${license}: add its text to third-party.ts.`);
    const purpose = PURPOSES[name];
    if (purpose === undefined)
      throw new Error(`${name} is compiled in: say in third-party.ts what it is for.`);
    return `| ${name} | ${version} | ${purpose} | ${copyright} |`;
  });
  return `# Third-party code in this package

The following libraries are compiled into this package, so that its installation installs nothing else. All of them are
under the MIT License, below. The file \`sbom.cdx.json\` lists them for programs (CycloneDX 1.6).

| package | version | purpose | copyright |
|---|---|---|---|
${rows.join('\n')}

${MIT}`;
}
