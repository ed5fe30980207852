import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from '../run.ts';
import { root } from '../source-paths.ts';

/**
 * The first steps of a new user: an empty folder, the tarballs, and the instructions of the README. No optional peer is
 * installed, and only Node of this repository is on the path.
 */
export class NewUser {
  readonly folder: string;
  readonly #running = new Set<ChildProcess>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder);
  }

  /** Runs a command in the folder until it ends. */
  async run(
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Outcome & { readonly printed: string }> {
    const startedAt = performance.now();
    const child = this.#start(command, env);
    let printed = '';
    let errors = '';
    child.stdout?.on('data', (chunk) => (printed += chunk));
    child.stderr?.on('data', (chunk) => (errors += chunk));
    const code = await ended(child);
    const seconds = (performance.now() - startedAt) / 1000;
    return { ok: code === 0, printed, output: printed + errors, seconds };
  }

  /** Starts a long-running command, and returns the first line that it prints, which is JSON. */
  async serve<Line>(command: readonly [string, ...string[]]): Promise<Service<Line>> {
    const child = this.#start(command, {});
    const lines: string[] = [];
    let errors = '';
    child.stderr?.on('data', (chunk) => (errors += chunk));
    await new Promise<void>((resolve, reject) => {
      if (child.stdout === null) throw new Error('The command has no standard output.');
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        resolve();
      });
      child.on('close', () => reject(new Error(`${command.join(' ')} ended: ${errors}`)));
    });
    return {
      ready: JSON.parse(lines[0] ?? '') as Line,
      lines,
      stop: async () => {
        this.#signal(child);
        await ended(child);
        // Ignore warnings of npm about its own settings.
        return errors.replace(/^npm .*\n/gm, '');
      },
    };
  }

  /** Stops the commands that still run. */
  close(): void {
    for (const child of this.#running) this.#signal(child);
  }

  #start(
    [program, ...args]: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
  ): ChildProcess {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...userEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, because npx is the parent of the command.
      detached: true,
    });
    this.#running.add(child);
    child.on('close', () => this.#running.delete(child));
    return child;
  }

  #signal({ pid }: ChildProcess): void {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    } catch {
      // It has already ended.
    }
  }
}

/** A long-running command. */
export interface Service<Line> {
  /** The line that it printed when it was ready. */
  readonly ready: Line;
  /** All lines that it has printed. */
  readonly lines: readonly string[];
  /** Stops it, waits for its end, and returns its standard error. */
  stop(): Promise<string>;
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
}

/** The environment without the variables and commands that npm sets for scripts of this repository. */
function userEnvironment(): Record<string, string | undefined> {
  const { PATH = '', ...rest } = process.env;
  const foreign = PATH.split(':').filter(
    (folder) => !folder.startsWith(root) && !folder.includes('node_modules'),
  );
  const kept = Object.entries(rest).filter(
    ([name]) => !/^(npm_(?!config_(registry|cache|userconfig))|INIT_CWD|NODE_OPTIONS|MESSAGING_)/i.test(name),
  );
  return { ...Object.fromEntries(kept), PATH: [dirname(process.execPath), ...foreign].join(':') };
}

interface Emulated {
  readonly url: string;
  readonly organization: { readonly apiKey: string };
  readonly account: {
    readonly identifier: string;
    readonly apiKey: string;
    readonly senders: readonly string[];
  };
}

type Step = readonly [name: string, work: () => Promise<Outcome>];

/** The steps, in order. Each is one check; if one fails, the others still run as far as possible. */
export function firstSteps(user: NewUser, tarballs: readonly string[]): readonly Step[] {
  let emulator: Service<Emulated> | undefined;
  const need = () => {
    if (emulator === undefined) throw new Error('The emulator was not started.');
    return emulator.ready;
  };
  const file = (name: string) => join(user.folder, name);
  return [
    [
      'the tarballs install into an empty folder',
      () => {
        writeFileSync(file('package.json'), '{ "private": true }\n');
        return user.run(['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]);
      },
    ],
    [
      'npx messaging-emulator --port 0 --json',
      async () => {
        emulator = await user.serve(['npx', 'messaging-emulator', '--port', '0', '--json']);
        return passed(/^http:\/\/127\.0\.0\.1:\d+$/.test(need().url), JSON.stringify(need()));
      },
    ],
    [
      'sends, schedules, cancels, receives and verifies',
      () => {
        const { url, account, organization } = need();
        cpSync(`${root}tools/consumer/first-program.ts`, file('first-program.mts'));
        return user.run(['node', 'first-program.mts'], {
          MESSAGING_URL: url,
          ACCOUNT: account.identifier,
          ACCOUNT_KEY: account.apiKey,
          ORGANIZATION_KEY: organization.apiKey,
          SENDER: account.senders[0] ?? '',
        });
      },
    ],
    ['npx messaging-webhooks listen, simulate and verify', () => webhookCommands(user)],
    [
      'npx messaging-conformance passes, and writes a configuration of the emulator',
      async () => {
        const { url, account } = need();
        const options = [
          '--base-url',
          url,
          '--account-key',
          account.apiKey,
          '--write',
          'emulator.config.json',
        ];
        const asked = await user.run(['npx', 'messaging-conformance', ...options]);
        if (!asked.ok || !existsSync(file('emulator.config.json'))) return { ...asked, ok: false };
        const command = [
          'npx',
          'messaging-emulator',
          '--config',
          'emulator.config.json',
          '--port',
          '0',
          '--json',
        ] as const;
        const same = await user.serve<Emulated>(command);
        return { ...passed((await same.stop()) === '', asked.output), seconds: asked.seconds };
      },
    ],
    [
      'the emulator stops on SIGTERM without errors',
      async () => passed((await emulator?.stop()) === '', 'it printed errors'),
    ],
  ];
}

const passed = (ok: boolean, output: string): Outcome => ({ ok, output, seconds: 0 });

/** One command receives what another sends, and a third one verifies what was captured. */
async function webhookCommands(user: NewUser): Promise<Outcome> {
  const startedAt = performance.now();
  writeFileSync(join(user.folder, 'secret.txt'), 'a secret of my own\n');
  const secret = ['--secret-file', 'secret.txt'];
  const receiver = await user.serve<{ readonly url: string }>([
    'npx',
    'messaging-webhooks',
    'listen',
    '--port',
    '0',
    '--json',
    ...secret,
  ]);
  const simulate = [
    'npx',
    'messaging-webhooks',
    'simulate',
    receiver.ready.url,
    '--json',
    '--set',
    'message=YES',
  ] as const;
  const simulated = await user.run([...simulate, ...secret]);
  const stopped = await receiver.stop();
  const heard = JSON.parse(receiver.lines[1] ?? '{}') as { readonly verified?: boolean };
  const { request } = JSON.parse(simulated.printed) as { readonly request: object };
  writeFileSync(join(user.folder, 'captured.json'), JSON.stringify(request));
  const verified = await user.run(['npx', 'messaging-webhooks', 'verify', 'captured.json', ...secret]);
  const altered = readFileSync(join(user.folder, 'captured.json'), 'utf8').replace('YES', 'NO');
  writeFileSync(join(user.folder, 'altered.json'), altered);
  const refused = await user.run(['npx', 'messaging-webhooks', 'verify', 'altered.json', ...secret]);
  return {
    ok: simulated.ok && heard.verified === true && verified.ok && !refused.ok && stopped === '',
    output: [simulated, verified, refused].map(({ output }) => output).join('\n') + stopped,
    seconds: (performance.now() - startedAt) / 1000,
  };
}
