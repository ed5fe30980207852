/**
 * `npm run generate` writes the files that are generated and committed; `npm run generate -- openapi sbom` only those named.
 * With `--check` it writes nothing, and fails if a file is out of date.
 *
 * `npm run generate -- manifests --repository https://github.com/owner/name` sets the address of the repository.
 * `npm run generate -- release` raises the versions. `npm run generate -- screenshots` takes the pictures of the inspector.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conclude } from './report.ts';
import { root } from './source-paths.ts';

/** The texts of generated files, by their paths in the repository. They are the same at each run. */
type Files = ReadonlyMap<string, string>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, repository: { type: 'string' } },
});

/** The generators that only need the sources. */
const fromSources: Readonly<Record<string, () => Promise<Files>>> = {
  openapi: async () => (await import('./openapi/documents.ts')).openApiFiles(),
  'config-schema': async () => (await import('./config-schema/schema.ts')).configSchemaFiles(),
  manifests: async () => (await import('./packages/manifests.ts')).manifestFiles(values.repository),
  sbom: async () => (await import('./sbom/bill.ts')).sbomFiles(),
};

/** Those that need `npm run build`, so they must be named. */
const fromBuild: Readonly<Record<string, () => Promise<Files>>> = {
  api: async () => (await import('./packages/api-reports.ts')).apiReports(),
};

/** Commands, which must be named alone. */
const commands: Readonly<Record<string, readonly string[]>> = {
  release: [
    'npx changeset version',
    'npm run generate -- manifests',
    'npm install --package-lock-only',
    'npm run generate -- sbom',
  ],
  screenshots: ['node --import ./tools/source-resolution.ts tools/screenshots/run.ts'],
};

const [first = ''] = positionals;
const generators = { ...fromSources, ...fromBuild };
if (first in commands) runAll(commands[first] ?? []);
else await generate(positionals.length > 0 ? positionals : Object.keys(fromSources));

async function generate(names: readonly string[]): Promise<void> {
  const outdated: string[] = [];
  for (const name of names) {
    const generator = generators[name];
    if (generator === undefined)
      throw new Error(
        `Unknown name "${name}"; use ${Object.keys({ ...generators, ...commands }).join(', ')}.`,
      );
    for (const [file, text] of await generator()) {
      if (!values.check) writeFileSync(root + file, text);
      else if (!existsSync(root + file) || readFileSync(root + file, 'utf8') !== text)
        outdated.push(`${file} is out of date: run \`npm run generate -- ${name}\` and look at the changes`);
    }
  }
  conclude(outdated, names.join(', '));
}

function runAll(steps: readonly string[]): void {
  for (const step of steps) {
    const { status } = spawnSync(step, { cwd: root, stdio: 'inherit', shell: true });
    if (status !== 0) process.exit(status ?? 1);
  }
}
