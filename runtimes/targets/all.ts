import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from './chromium.ts';
import { command } from './command.ts';
import type { Target } from './target.ts';
import { workerd } from './workerd.ts';

const installed = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const bun = installed('@oven/bun-linux-x64/bin/bun');
const deno = installed('@deno/linux-x64-glibc/deno');
const workerdProgram = installed('@cloudflare/workerd-linux-64/bin/workerd');
const chromiumProgram = '/usr/bin/chromium';

/** Why a program cannot be run, if it cannot. */
function missing(program: string, remedy = 'npm ci --prefix runtimes'): string | undefined {
  return existsSync(program) ? undefined : `not installed: ${remedy} (where there is one for this system)`;
}

/** Node in one version, with both forms of the packages. */
function node(version: string, program: string, absent = missing(program)): Target[] {
  const agent = new RegExp(`^Node\\.js/${version}$`);
  return ['imported', 'required'].map((how) => ({
    name: `Node ${version}, ${how}`,
    agent,
    lacks: {},
    missing: absent,
    run: command(program, `runners/${how}.ts`),
  }));
}

/** The Node that runs the tests is the repository's own. */
const isNode24 = process.versions.node.startsWith('24.');

export const targets: readonly Target[] = [
  ...node('22', installed('node22/bin/node')),
  ...node('24', process.execPath, isNode24 ? undefined : 'started by another Node: npm run test:runtimes'),
  ...node('26', installed('node26/bin/node')),
  {
    name: 'Bun',
    agent: /^Bun\/1\./,
    lacks: {},
    missing: missing(bun),
    run: command(bun, '--no-install', '--tsconfig-override=bun.tsconfig.json', 'runners/imported.ts'),
  },
  {
    name: 'Deno',
    agent: /^Deno\/2\./,
    lacks: {},
    missing: missing(deno),
    // Nothing but the network of this machine: the packages need no other permission.
    run: command(
      deno,
      'run',
      '--node-modules-dir=manual',
      '--no-remote',
      '--allow-net=127.0.0.1',
      'runners/imported.ts',
    ),
  },
  {
    name: 'workerd',
    agent: /^Cloudflare-Workers$/,
    lacks: {},
    missing: missing(workerdProgram),
    run: workerd(workerdProgram, []),
  },
  {
    name: 'workerd, nodejs_compat',
    agent: /^Cloudflare-Workers$/,
    lacks: {},
    missing: missing(workerdProgram),
    run: workerd(workerdProgram, ['nodejs_compat']),
  },
  {
    name: 'Chromium',
    agent: /Chrome\/\d/,
    sameOrigin: true,
    lacks: {},
    missing: missing(chromiumProgram, 'apt-get install chromium'),
    run: chromium(chromiumProgram),
  },
];
