import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../packages/test-support/src/free-port.ts';
import type { Service } from './service.ts';

const FOLDER_OF_VERSIONS = '/usr/lib/postgresql';

/** The folder with the programs of the newest installed Postgres. */
const programs = existsSync(FOLDER_OF_VERSIONS)
  ? readdirSync(FOLDER_OF_VERSIONS)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(FOLDER_OF_VERSIONS, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** Why the applications with Postgres are skipped; undefined where they are not. */
export const withoutPostgres =
  programs === undefined ? 'no Postgres here: apt-get install -y postgresql' : undefined;

/** Postgres refuses to run as root. Debian's package has created this user. */
const OWNER = 'postgres';
const isRoot = process.getuid?.() === 0;

/** A command of Postgres, as a user that may run it. */
function command(program: string, args: readonly string[]): [string, string[]] {
  const file = join(programs ?? '', program);
  return isRoot ? ['runuser', ['-u', OWNER, '--', file, ...args]] : [file, [...args]];
}

function run(program: string, args: readonly string[]): string {
  const [file, words] = command(program, args);
  const { status, stdout, stderr } = spawnSync(file, words, { cwd: tmpdir(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed with ${status}: ${stderr}`);
  return stdout;
}

/** Starts a Postgres server on a free port, with its files in a temporary folder. */
export async function startPostgres(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'time-postgres-'));
  if (isRoot) chownSync(folder, userId(), statSync(folder).gid);
  const port = String(await freePort());
  const data = join(folder, 'data');
  run('initdb', [
    '--pgdata',
    data,
    '--username',
    OWNER,
    '--auth',
    'trust',
    '--no-sync',
    '--encoding',
    'UTF8',
  ]);
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
  ];
  const [file, words] = command('postgres', ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
  const server = spawn(file, words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.setEncoding('utf8');
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk: string) => {
      log = (log + chunk).slice(-10_000);
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`postgres ended: ${log}`)));
  });
  const connection = ['--host', '127.0.0.1', '--port', port, '--username', OWNER];
  let created = 0;
  return {
    fresh: async () => {
      const name = `application_${++created}`;
      run('createdb', [...connection, name]);
      return { DATABASE_URL: `postgres://${OWNER}@127.0.0.1:${port}/${name}` };
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      run('pg_ctl', ['stop', '--pgdata', data, '--mode', 'immediate']);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function userId(): number {
  const { stdout } = spawnSync('id', ['-u', OWNER], { encoding: 'utf8' });
  return Number(stdout);
}
