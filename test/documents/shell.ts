import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { CHROMIUM } from '../../tools/chromium.ts';
import { root } from '../../tools/source-paths.ts';
import { SNIPPETS } from './snippet-folder.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;

/** The commands of the packages, which `npx` runs in a document. */
/** The commands, by the packages of their programs. */
const COMMANDS = { server: 'emulator', webhooks: 'webhooks', conformance: 'conformance' };

/** A long-running command. */
export interface Served {
  /** The output so far. */
  readonly printed: string;
}

const ENDED = '~~~ended~~~';

/** A terminal in which a reader pastes blocks of commands. */
export class Shell {
  readonly #shell: Child;
  readonly #servers: Child[] = [];
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  /**
   * @param folder - The working folder.
   * @param env - The environment of the commands.
   */
  constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#env = env;
    this.#shell = this.#start('bash', ['--noprofile', '--norc']);
    this.#shell.stdin.write('exec 2>&1; set -eo pipefail\n');
  }

  /**
   * Runs a block and returns its output.
   *
   * @throws {Error} when one of its commands fails.
   */
  async run(commands: string): Promise<string> {
    let output = '';
    // The leading newline is for output without a trailing one.
    this.#shell.stdin.write(`${commands}\nprintf '\\n%s\\n' '${ENDED}'\n`);
    for await (const chunk of this.#shell.stdout.iterator({ destroyOnReturn: false })) {
      output += String(chunk);
      const end = output.indexOf(`\n${ENDED}\n`);
      if (end >= 0) return output.slice(0, end).replace(/[^\n]$/, '$&\n');
    }
    throw new Error(`A command failed:\n${commands}\n${output}`);
  }

  /** Starts a long-running command, and waits for its first output. */
  async serve(command: string): Promise<Served> {
    const server = this.#start('bash', ['--noprofile', '--norc', '-c', command]);
    this.#servers.push(server);
    const served = { printed: '' };
    server.stdout.on('data', (chunk: Buffer) => {
      served.printed += chunk.toString();
    });
    await Promise.race([once(server.stdout, 'data'), once(server, 'close')]);
    if (served.printed === '') throw new Error(`The command did not start: ${command}`);
    return served;
  }

  /** Closes the terminal, and stops everything that was started in it. */
  close(): void {
    for (const { pid } of [this.#shell, ...this.#servers])
      try {
        if (pid !== undefined) process.kill(-pid, 'SIGKILL');
      } catch {
        // It has already ended.
      }
  }

  /** A separate process group, so that child processes are stopped as well. */
  #start(program: string, args: readonly string[]): Child {
    const stdio = ['pipe', 'pipe', 'inherit'] as ['pipe', 'pipe', 'inherit'];
    return spawn(program, args, { cwd: this.#folder, detached: true, env: this.#env, stdio });
  }
}

/** An environment in which the commands of the packages run from the sources, so that tests need no build. */
export function environmentOfSources(folder: string): NodeJS.ProcessEnv {
  return {
    ...environmentOfStranger(),
    // Playwright starts it instead of one that it would download.
    CHROMIUM_PATH: CHROMIUM,
    PATH: `${installCommands(folder)}:${process.env.PATH}`,
    // The compile cache halves the time, because the same sources are started a dozen times.
    NODE_COMPILE_CACHE: `${SNIPPETS}compiled`,
  };
}

/** The environment contains only the variables that the document sets, so that a missing one is noticed. */
function environmentOfStranger(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MESSAGING_')));
}

/**
 * Creates a folder with the commands that `npm install` installs: those of the packages in `node_modules/.bin`, an `npx`
 * that starts them as a child without downloads, and a `node` that resolves the packages to the sources.
 */
function installCommands(folder: string): string {
  const installed = `${folder}node_modules/.bin/`;
  const bin = `${folder}bin/`;
  for (const path of [installed, bin]) mkdirSync(path, { recursive: true });
  const write = (file: string, script: string) =>
    writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const node = `${process.execPath} --import ${root}tools/source-resolution.ts`;
  write(`${bin}node`, `exec ${node} "$@"`);
  write(`${bin}npx`, `command=${installed}$1\nshift\n"$command" "$@"`);
  // Playwright would write its results beside the next package.json, which is that of this repository.
  const playwright = `${process.execPath} ${root}node_modules/@playwright/test/cli.js`;
  write(`${installed}playwright`, `exec ${playwright} "$@" --output ${folder}results`);
  for (const [folder, name] of Object.entries(COMMANDS))
    write(`${installed}messaging-${name}`, `exec ${node} ${root}packages/${folder}/src/cli/main.ts "$@"`);
  return bin;
}
