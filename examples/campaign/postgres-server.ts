import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The folder with the programs of Postgres, as Debian installs them, the newest first. */
const programs = globSync('/usr/{lib/postgresql/*,local}/bin/initdb').toSorted().reverse().map(dirname)[0];

/** Why Postgres cannot be used; undefined where it can. */
export const withoutPostgres =
  programs === undefined ? 'Postgres is not installed: apt-get install -y postgresql' : undefined;

/** Postgres refuses to run as root. Debian's package has created this user. */
const OWNER = 'postgres';
const isRoot = process.getuid?.() === 0;

/** A server that runs. */
export interface Database extends AsyncDisposable {
  readonly url: string;
}

/** Starts a Postgres server on a free port, with its files in a temporary folder. */
export async function startPostgres(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'campaign-postgres-'));
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'));
  const data = join(folder, 'data');
  const port = await freePort();
  const [initdb, initialize] = command('initdb', ['-D', data, '-U', OWNER, '-A', 'trust', '--no-sync']);
  const { status, stderr } = spawnSync(initdb, initialize, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  const [file, serve] = command('postgres', [
    '-D',
    data,
    '-k',
    folder,
    '-h',
    '127.0.0.1',
    '-p',
    port,
    '-c',
    'fsync=off',
  ]);
  const server = spawn(file, serve, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text: string) => {
      log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`postgres ended: ${log}`)));
  });
  return {
    url: `postgres://${OWNER}@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      const [control, stop] = command('pg_ctl', ['stop', '-D', data, '-m', 'immediate']);
      spawnSync(control, stop, { cwd: folder });
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A program of Postgres, as a user that may run it. */
function command(program: string, args: readonly string[]): [file: string, args: string[]] {
  const file = join(programs ?? '', program);
  return isRoot ? ['runuser', ['-u', OWNER, '--', file, ...args]] : [file, [...args]];
}

/** Returns a port that was free a moment ago. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}

function idOf(option: '-u' | '-g'): number {
  return Number(spawnSync('id', [option, OWNER], { encoding: 'utf8' }).stdout);
}
