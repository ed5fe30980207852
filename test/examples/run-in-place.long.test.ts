import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectEmulator } from '@messaging-service/emulator/client';
import { freePort } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const hasPython = spawnSync('python3', ['--version']).status === 0;

interface Service {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
}

interface Composition {
  readonly services: { readonly emulator: Service; readonly application: Service };
}

interface Workflow {
  readonly jobs: {
    readonly test: {
      readonly env: Readonly<Record<string, string>>;
      readonly steps: readonly { readonly name: string; readonly run?: string }[];
    };
  };
}

/** The words of an instruction of the Dockerfile. */
function instruction(name: 'ENTRYPOINT' | 'CMD'): string[] {
  const words = new RegExp(`^\\s*${name} (\\[.*\\])$`, 'm').exec(read('Dockerfile'))?.[1];
  return JSON.parse(words ?? '[]') as string[];
}

/** A command of the image of the emulator, from the sources. */
function fromSources(words: readonly string[]): string[] {
  const replaced: Readonly<Record<string, readonly string[]>> = {
    node: [process.execPath, '--import', join(root, 'tools/source-resolution.ts')],
    'bin/messaging-emulator.js': [join(root, 'packages/server/src/cli/main.ts')],
    '0.0.0.0': ['127.0.0.1'],
  };
  return words.flatMap((word) => replaced[word] ?? [word]);
}

/** Replaces paths in a container with those of this machine. */
function mounted(words: readonly string[], { volumes }: Service, folder: string): string[] {
  return words.map((word) =>
    volumes.reduce((path, volume) => {
      const [source = '', target = ''] = volume.split(':');
      return path.startsWith(target) ? join(folder, source) + path.slice(target.length) : path;
    }, word),
  );
}

async function run(words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const [program = '', ...args] = words;
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return line.toString();
}

/** The status of a response to a call by another host name. */
async function statusFor(url: string, host: string): Promise<number | undefined> {
  const request = get(url, { headers: { host } });
  const [response] = (await once(request, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

function isHealthy(port: string): boolean {
  const [program = '', ...args] = fromSources(instruction('CMD')).map((word) => word.replace('4010', port));
  return spawnSync(program, args).status === 0;
}

test.skipIf(!hasPython).each(['compose.yaml', 'examples/compose/compose.yaml'])(
  'the commands and environments of %s run together: a code logs in once',
  async (file) => {
    const folder = join(root, dirname(file));
    const { emulator, application } = (parse(read(file)) as Composition).services;
    // Published on this machine only.
    for (const port of [...emulator.ports, ...application.ports]) expect(port).toMatch(/^127\.0\.0\.1:/);
    const command = mounted([...instruction('ENTRYPOINT'), ...emulator.command], emulator, folder);
    const ready = await run([...fromSources(command), '--port', '0', '--json']);
    const { url } = JSON.parse(ready) as { url: string };
    const { port } = new URL(url);
    expect(isHealthy(port)).toBe(true);
    expect(await statusFor(`${url}/_emulator/health`, `emulator:${port}`)).toBe(200);
    expect(await statusFor(`${url}/_emulator/health`, `other:${port}`)).toBe(403);

    const environment = Object.fromEntries(
      Object.entries(application.environment ?? {}).map(([name, value]) => [
        name,
        value.replace('http://emulator:4010', url),
      ]),
    );
    const words = mounted(application.command, application, folder);
    const printed = await run(
      words.map((word) => (word === 'node' ? process.execPath : word)),
      { ...environment, HOST: '127.0.0.1', PORT: '0' },
    );
    const address = `http://127.0.0.1:${/(?:"port":|127\.0\.0\.1:)(\d+)/.exec(printed)?.[1]}`;
    const post = async (path: string, body: object) =>
      (await fetch(address + path, { method: 'POST', body: JSON.stringify(body) })).status;
    const phone = '447700900123';
    expect(await post('/login/code', { phone })).toBe(202);
    const controls = await connectEmulator({ url });
    const { match } = await controls.waitForMessage({ to: phone, match: /^(\d{6}) is your code/ });
    expect(await post('/login', { phone, code: match?.[1] })).toBe(200);
    expect(await post('/login', { phone, code: match?.[1] })).toBe(401);
    await controls.close();
  },
);

test('an emulator that does not run is not healthy', () => {
  expect(isHealthy('1')).toBe(false);
});

test('the step of command.yml starts an emulator that responds to the steps after it', async () => {
  const { env, steps } = (parse(read('examples/github-actions/command.yml')) as Workflow).jobs.test;
  const folder = mkdtempSync(join(tmpdir(), 'messaging-workflow-'));
  const installed = join(folder, 'node_modules/.bin/messaging-emulator');
  mkdirSync(dirname(installed), { recursive: true });
  // The emulator of the workflow has port 4010, which may be taken on this machine.
  const port = String(await freePort());
  const words = fromSources(['node', 'bin/messaging-emulator.js']).join(' ');
  writeFileSync(installed, `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${words} --port ${port} "$@"\n`);
  chmodSync(installed, 0o755);
  const environment = Object.entries(env).map(([name, value]) => [name, value.replace('4010', port)]);
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH, ...(Object.fromEntries(environment) as Record<string, string>) },
    stdio: 'ignore' as const,
  };
  onTestFinished(() => void process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8'))));
  // GitHub runs each step with this command.
  const shell = (script: string) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options).status;
  expect(shell(steps.find(({ name }) => name === 'Start the emulator')?.run ?? 'exit 9')).toBe(0);
  expect(shell('curl --silent --fail "$MESSAGING_EMULATOR_URL/_emulator/health"')).toBe(0);
});
