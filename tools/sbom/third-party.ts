import type { Library } from './compiled-in.ts';

/** The purpose of each library. A new library needs a line here. */
const PURPOSES: Readonly<Record<string, string>> = {
  '@sinonjs/commons': 'the global object, for @sinonjs/fake-timers',
  '@sinonjs/fake-timers': 'the queue of timers of applications that follow the clock',
  'cron-parser': 'the times of cron expressions',
  ky: 'requests of the conformance kit',
  luxon: 'dates, for cron-parser',
  preact: "the inspector's page",
  'jsonc-parser': 'reads configuration files with comments, and names the line of an error',
  re2js: 'regular expressions of callers, matched in linear time',
  'type-detect': 'types of values, for @sinonjs/commons',
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

const BSD_3_CLAUSE = `Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this
   list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice,
   this list of conditions and the following disclaimer in the documentation
   and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its contributors
   may be used to endorse or promote products derived from this software
   without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`;

/** The text of THIRD-PARTY.md: the libraries under the MIT License, and below them those under another one. */
export function thirdPartyNotice(libraries: readonly Library[]): string {
  const other = libraries.find(({ license }) => license !== 'MIT' && license !== 'BSD-3-Clause');
  if (other !== undefined)
    throw new Error(`${other.name} has the license ${other.license}: add its text to third-party.ts.`);
  const bsd = libraries.filter(({ license }) => license === 'BSD-3-Clause');
  const mit = libraries.filter(({ license }) => license === 'MIT');
  const which = bsd.length === 0 ? 'All of them' : 'Those of the first table';
  return `# Third-party code in this package

The following libraries are compiled into this package, so that its installation installs nothing else. ${which} are
under the MIT License, below. The file \`sbom.cdx.json\` lists them for programs (CycloneDX 1.6).

${table(mit)}

${MIT}${bsd.length === 0 ? '' : `\nThe following libraries are under the BSD 3-Clause License, below.\n\n${table(bsd)}\n\n${BSD_3_CLAUSE}`}`;
}

function table(libraries: readonly Library[]): string {
  const rows = libraries.map(({ name, version, copyright }) => {
    const purpose = PURPOSES[name];
    if (purpose === undefined) throw new Error(`${name} is compiled in: add its purpose to third-party.ts.`);
    return `| ${name} | ${version} | ${purpose} | ${copyright} |`;
  });
  return ['| package | version | purpose | copyright |', '|---|---|---|---|', ...rows].join('\n');
}
