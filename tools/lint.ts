/**
 * `npm run lint` runs every static check, `npm run lint -- biome domain` only those named.
 */
import { Report } from './report.ts';
import { inParallel, run } from './run.ts';

// The slow ones first, so that the quick ones fill the second core.
const checks: Readonly<Record<string, readonly [string, ...string[]]>> = {
  // Every import arrow of ARCHITECTURE.md, and no cycles, types included.
  arrows: ['depcruise', 'packages', 'examples', 'tools', '--output-type', 'err-long'],
  // Every public export says what it is.
  docs: ['node', 'tools/check-docs.ts'],
  // The emulator's domain is pure, and only apply.ts writes to its state.
  domain: ['node', 'tools/check-domain.ts'],
  // No file, export or dependency that nobody uses.
  unused: ['knip', '--no-config-hints'],
  // Each clause of docs/behavior has a test, and each id that is cited exists.
  clauses: ['node', 'tools/clauses.ts'],
  // The packages' manifests say the same where they should.
  manifests: ['node', 'tools/check-manifests.ts'],
  // The bills of materials and the third-party notices say what is compiled in.
  sbom: ['node', 'tools/check-sbom.ts'],
  // What only the types can tell: forgotten promises, conditions that are always true.
  oxlint: ['oxlint', '--deny-warnings'],
  // Format and everyday mistakes.
  biome: ['biome', 'check', '--error-on-warnings'],
};

const report = new Report();
const asked = process.argv.slice(2);
for (const name of asked) if (!(name in checks)) throw new Error(`no check is called ${name}`);

await inParallel(
  Object.entries(checks).filter(([name]) => asked.length === 0 || asked.includes(name)),
  async ([name, command]) => report.add(name, await run(command)),
);
report.end();
