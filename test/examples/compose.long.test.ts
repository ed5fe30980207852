import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';

interface Service {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports: readonly string[];
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const readYaml = (file: string) => {
  const document = parseDocument(readFileSync(path(file), 'utf8'), { strict: true, uniqueKeys: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as unknown;
};

interface Composition {
  readonly services: { readonly emulator: Service; readonly application: Service };
}

const { services } = readYaml('../../compose.yaml') as Composition;
const example = readYaml('../../examples/compose/compose.yaml') as Composition;
const config = JSON.parse(
  readFileSync(path('../../examples/compose/emulator.config.json'), 'utf8'),
) as EmulatorOptions;
const [account] = config.accounts ?? [];
const hasPython = spawnSync('python3', ['--version']).status === 0;

test.each([
  ['compose.yaml', services],
  ['examples/compose/compose.yaml', example.services],
])(
  'the services of %s fit together and are published on this machine only',
  (_, { emulator, application }) => {
    const ports = [emulator, application].flatMap((service) => service.ports);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(application.environment).toMatchObject({ MESSAGING_ACCOUNT_KEY: account?.apiKey });
    expect(emulator.command).toContain('emulator');
  },
);

test('the secret of the application is that of the emulator', () => {
  const secret = account?.mo?.mo_webhook_secret;
  expect(services.application.environment).toMatchObject({ MESSAGING_WEBHOOK_SECRET: secret });
});

test.skipIf(!hasPython)(
  `the application of compose.yaml sends a code, and refuses it five minutes later${hasPython ? '' : ': no python3 here'}`,
  async () => {
    const emulator = createEmulator(config);
    const server = await listen(emulator);
    const { environment = {} } = services.application;
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, ...environment, HOST: '127.0.0.1', PORT: '0' };
    for (const name of ['MESSAGING_BASE_URL', 'MESSAGING_EMULATOR_URL'])
      env[name] = environment[name]?.replace('http://emulator:4010', server.url);
    const application = spawn('python3', [path('../../examples/python-pytest/app.py')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(application.stdout, 'data')) as [Buffer];
    const post = async (where: string, body: object) =>
      (await fetch(line.toString().trim() + where, { method: 'POST', body: JSON.stringify(body) })).status;

    const phone = '447700900123';
    expect(await post('/login/code', { phone })).toBe(202);
    const { match } = await emulator.waitForMessage({ to: phone, match: /^(\d{6}) is your code/ });
    await emulator.clock.advance('5m');
    expect(await post('/login', { phone, code: match?.[1] })).toBe(401);
    application.kill();
    await server.close();
    emulator.close();
  },
);

test.each(['service.yml', 'command.yml'])('the workflow %s is YAML and gives every job a limit', (file) => {
  const { jobs } = readYaml(`../../examples/github-actions/${file}`) as {
    readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number }>>;
  };
  expect(Object.values(jobs).map((job) => job['timeout-minutes'])).toEqual([10]);
});

test('the workflows take actions in the versions that the workflow of this repository takes', () => {
  const usesOf = (file: string) =>
    [...readFileSync(path(file), 'utf8').matchAll(/uses: .*/g)].map(([line]) => line);
  const known = usesOf('../../.github/workflows/ci.yml');
  const used = ['service.yml', 'command.yml'].flatMap((file) =>
    usesOf(`../../examples/github-actions/${file}`),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((line) => !known.includes(line))).toEqual([]);
});
