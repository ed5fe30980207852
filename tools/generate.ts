/**
 * `npm run generate` writes the files that are generated and committed; `npm run generate -- openapi sbom` only those named.
 * Options go to the last program: `npm run generate -- manifests --repository https://github.com/owner/name`.
 */
import { spawnSync } from 'node:child_process';
import { root } from './source-paths.ts';

const source = (file: string) => ['node', '--import', './tools/source-resolution.ts', `tools/${file}.ts`];

const manifests = ['node', 'tools/packages/check-manifests.ts', '--write'];
const sbom = ['node', 'tools/sbom/write.ts'];

/** The programs that always work. */
const generated: Readonly<Record<string, readonly string[][]>> = {
  // docs/openapi.yaml and docs/control-api.yaml.
  openapi: [source('openapi/write')],
  // packages/emulator/config.schema.json.
  'config-schema': [source('config-schema/write')],
  // The fields that all packages share.
  manifests: [manifests],
  // sbom.cdx.json and THIRD-PARTY.md of each package.
  sbom: [sbom],
};

/** Those that must be named. */
const onRequest: Readonly<Record<string, readonly string[][]>> = {
  // packages/*/api/*.api.md, from the result of `npm run build`.
  api: [['node', 'tools/packages/api-reports.ts']],
  // Pictures of the inspector, which need `npm run build` and Chromium; with `--docs`, those of the documents.
  screenshots: [source('screenshots/run')],
  // The versions and changelogs of a release.
  release: [['changeset', 'version'], manifests, ['npm', 'install', '--package-lock-only'], sbom],
};

const all = { ...generated, ...onRequest };
const given = process.argv.slice(2);
const firstOption = given.findIndex((argument) => argument.startsWith('--'));
const named = firstOption < 0 ? given : given.slice(0, firstOption);

const commands = (named.length > 0 ? named : Object.keys(generated)).flatMap((name) => {
  const found = all[name];
  if (found === undefined) throw new Error(`Unknown name "${name}"; use ${Object.keys(all).join(', ')}.`);
  return found;
});
for (const [index, [program = '', ...args]] of commands.entries()) {
  const options = index === commands.length - 1 ? given.slice(named.length) : [];
  const { status } = spawnSync(program, [...args, ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
