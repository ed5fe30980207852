import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from './chromium.ts';
import { command } from './command.ts';
import type { Target } from './target.ts';
import { workerd } from './workerd.ts';

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));

/** The platforms that package.json has programs for. A missing program there is a failure and not a reason to skip. */
const isProvidedFor = process.platform === 'linux' && process.arch === 'x64' && hasGlibc();

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}

/** The path of a program that npm installed, and the reason to skip its tests if it is missing. */
function fromNpm(path: string, runner: (program: string) => Target['run']): Pick<Target, 'missing' | 'run'> {
  const program = modules + path;
  return {
    missing: existsSync(program) || isProvidedFor ? undefined : 'package.json has none for this system',
    run: (task) => {
      if (!existsSync(program)) throw new Error(`${program} is missing. Run npm ci --prefix test/runtimes.`);
      return runner(program)(task);
    },
  };
}

/** The reason to skip the tests if the folder is not installed. */
export const notInstalled = existsSync(modules) ? undefined : 'not installed: npm ci --prefix test/runtimes';

const chromiumProgram = '/usr/bin/chromium';

const NO_PERMISSIONS = 'every program may call every host';
const NO_ORIGINS = 'only browsers have origins';
const NO_HTTP2 = 'its fetch speaks HTTP/1.1';
const NO_NODE = 'there is no node:http';
const LOCAL_ONLY = 'its network is limited to addresses of this machine';

/** A refused connection causes the same error as a lost one. */
const REFUSAL_NOT_REPORTED = 'it reports every failed connection only as a network failure';

const OF_WORKERS: Target['lacks'] = {
  refusalReported: REFUSAL_NOT_REPORTED,
  handshakeReported: REFUSAL_NOT_REPORTED,
  names: LOCAL_ONLY,
  permissions: NO_PERMISSIONS,
  origins: NO_ORIGINS,
  http2: NO_HTTP2,
  nodeHttp: NO_NODE,
};

/** One version of Node, with both formats of the packages. */
function node(
  version: string,
  how: (runner: (program: string) => Target['run']) => Pick<Target, 'missing' | 'run'>,
): Target[] {
  return ['imported', 'required'].map((form) => ({
    name: `Node ${version}, ${form}`,
    agent: new RegExp(`^Node\\.js/${version}$`),
    lacks: {
      permissions: NO_PERMISSIONS,
      origins: NO_ORIGINS,
      ...(Number(version) < 26 && { http2: NO_HTTP2 }),
    },
    ...how((program) => command(program, `runners/${form}.ts`)),
  }));
}

/** The Node that runs the tests is that of the repository. */
const missingNode24 = process.versions.node.startsWith('24.')
  ? undefined
  : 'started by another Node: npx vitest run --project runtimes';

export const targets: readonly Target[] = [
  ...node('22', (runner) => fromNpm('node22/bin/node', runner)),
  ...node('24', (runner) => ({ missing: missingNode24, run: runner(process.execPath) })),
  ...node('26', (runner) => fromNpm('node26/bin/node', runner)),
  {
    name: 'Bun',
    agent: /^Bun\/1\./,
    lacks: { permissions: NO_PERMISSIONS, origins: NO_ORIGINS, http2: NO_HTTP2 },
    ...fromNpm('@oven/bun-linux-x64/bin/bun', (program) =>
      command(program, '--no-install', '--tsconfig-override=bun.tsconfig.json', 'runners/imported.ts'),
    ),
  },
  {
    name: 'Deno',
    agent: /^Deno\/2\./,
    lacks: { origins: NO_ORIGINS },
    // Only the network of this machine, because the packages need no other permission.
    ...fromNpm('@deno/linux-x64-glibc/deno', (program) =>
      command(
        program,
        'run',
        '--node-modules-dir=manual',
        '--no-remote',
        '--allow-net=127.0.0.1,nowhere.invalid',
        'runners/imported.ts',
      ),
    ),
  },
  {
    name: 'workerd',
    agent: /^Cloudflare-Workers$/,
    lacks: { ...OF_WORKERS },
    ...fromNpm('@cloudflare/workerd-linux-64/bin/workerd', (program) => workerd(program, [])),
  },
  {
    name: 'workerd, nodejs_compat',
    agent: /^Cloudflare-Workers$/,
    lacks: { ...OF_WORKERS },
    ...fromNpm('@cloudflare/workerd-linux-64/bin/workerd', (program) => workerd(program, ['nodejs_compat'])),
  },
  {
    // Its `Request` throws for the member `cache`.
    name: 'workerd, with a compatibility date of 2024',
    agent: /^Cloudflare-Workers$/,
    lacks: { ...OF_WORKERS, nodeCrypto: 'the compatibility flag is not set' },
    ...fromNpm('@cloudflare/workerd-linux-64/bin/workerd', (program) => workerd(program, [], '2024-06-03')),
  },
  {
    name: 'Chromium',
    agent: /Chrome\/\d/,
    sameOrigin: true,
    lacks: {
      nodeCrypto: 'browsers have no modules of Node',
      refusalReported: REFUSAL_NOT_REPORTED,
      handshakeReported: REFUSAL_NOT_REPORTED,
      permissions: NO_PERMISSIONS,
      nodeHttp: NO_NODE,
      noResending:
        'it sends a request again automatically if a connection that was used before is closed, and does not support bodies over HTTP/1 that it could not repeat',
    },
    missing: existsSync(chromiumProgram) ? undefined : 'not installed: apt-get install chromium',
    run: chromium(chromiumProgram),
  },
];

/** A runtime that is a program, for tests that start it with a different environment. */
export interface Program {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Whether its `node:http` agents support proxies. */
  readonly environmentProxies: boolean;
  /** The variables that make its `fetch` use the proxies of the environment. */
  readonly fetchProxies: Readonly<Record<string, string>>;
}

const ofNode = { args: [], environmentProxies: true, fetchProxies: { NODE_USE_ENV_PROXY: '1' } };

export const programs: readonly Program[] = [
  { name: 'Node 22', program: `${modules}node22/bin/node`, ...ofNode },
  { name: 'Node 24', program: process.execPath, ...ofNode },
  { name: 'Node 26', program: `${modules}node26/bin/node`, ...ofNode },
  {
    name: 'Bun',
    program: `${modules}@oven/bun-linux-x64/bin/bun`,
    args: ['--no-install', '--tsconfig-override=bun.tsconfig.json'],
    environmentProxies: false,
    fetchProxies: {},
  },
  {
    name: 'Deno',
    program: `${modules}@deno/linux-x64-glibc/deno`,
    args: ['run', '--node-modules-dir=manual', '--no-remote', '--allow-all'],
    environmentProxies: false,
    fetchProxies: {},
  },
].filter(({ program }) => existsSync(program));
