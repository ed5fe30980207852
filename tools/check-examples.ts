/**
 * Checks that every example works when it is copied out: copies it into an empty folder, installs the packed packages and
 * its own dependencies there, and runs its tests, its type check and its build. `npm run check:examples -- fastify jest`
 * checks only these two. Needs `npm run build` first.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from './packages.ts';
import { makeEmptyFolder } from './packed/empty-folder.ts';
import { copyExample, type Example, readExamples } from './packed/examples.ts';
import { NewUser } from './packed/first-steps.ts';
import { tarballOf } from './packed/tarballs.ts';
import { Report } from './report.ts';
import { inParallel, type Outcome, run } from './run.ts';

const named = process.argv.slice(2);
const examples = readExamples().filter(({ name }) => named.length === 0 || named.includes(name));
const unknown = named.filter((name) => !examples.some((one) => one.name === name));
if (unknown.length > 0)
  throw new Error(`examples/ has no example with a package.json named ${unknown.join(', ')}.`);

if (spawnSync('npm', ['view', 'zod', 'version'], { stdio: 'ignore' }).status === 0) await checkAll();
else process.stdout.write('Skipped: the npm registry cannot be reached, so no example can be installed.\n');

async function checkAll(): Promise<void> {
  const report = new Report();
  const temporary = makeEmptyFolder();
  try {
    await inParallel(packages, async (one) => {
      report.add(`pack ${one.name}`, await run(['npm', 'pack', '--pack-destination', temporary], one.folder));
    });
    const tarballs = new Map(packages.map((one) => [one.manifest.name, tarballOf(one, temporary)]));
    await inParallel(examples, async (example) => {
      if (example.missing === undefined) report.add(example.name, await check(example, temporary, tarballs));
      else process.stdout.write(`- ${example.name} skipped: ${example.missing}\n`);
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  report.end();
}

/** Installs and tests a copy. Stops at the first command that fails. */
async function check(
  { name, scripts }: Example,
  temporary: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<Outcome> {
  const user = new NewUser(join(temporary, name));
  copyExample(name, user.folder, tarballs);
  const install = ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund'] as const;
  const checks = ['test', 'typecheck', 'build'].filter((script) => script in scripts);
  const commands = [install, ...checks.map((script) => ['npm', 'run', script] as const)];
  let seconds = 0;
  try {
    for (const command of commands) {
      const outcome = await user.run(command, {
        CHROMIUM_PATH: '/usr/bin/chromium',
        NEXT_TELEMETRY_DISABLED: '1',
        WRANGLER_SEND_METRICS: 'false',
      });
      seconds += outcome.seconds;
      if (!outcome.ok) return { ok: false, output: `${command.join(' ')}\n${outcome.output}`, seconds };
    }
    return { ok: true, output: '', seconds };
  } finally {
    user.close();
    rmSync(user.folder, { recursive: true, force: true });
  }
}
