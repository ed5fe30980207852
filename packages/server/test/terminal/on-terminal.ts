import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import xterm from '@xterm/headless';
import { expect, onTestFinished, vi } from 'vitest';
import { COMMAND, ROOT } from '../command.ts';

const UnicodeGraphemesAddon = await loadUnicodeGraphemes();

const PTY = fileURLToPath(new URL('on_terminal.py', import.meta.url));

/** How long a line can take to appear, in milliseconds. */
const PATIENCE_MS = 25_000;

/**
 * Loads the addon that knows how wide characters are. It decodes a table into a `Buffer` and reads it from the start of
 * the memory below, which is right only for a buffer that shares its memory with no other.
 */
async function loadUnicodeGraphemes() {
  const { poolSize } = Buffer;
  Buffer.poolSize = 0;
  try {
    return (await import('@xterm/addon-unicode-graphemes')).UnicodeGraphemesAddon;
  } finally {
    Buffer.poolSize = poolSize;
  }
}

/** A program on a terminal. */
export interface OnTerminal {
  /** The lines of the terminal, also those that have scrolled away, without the spaces at their end. */
  lines(): string[];
  /** Everything that the program wrote. */
  written(): string;
  /** Presses keys. */
  press(keys: string): void;
  /** Waits until the terminal shows a text, and returns its line. */
  line(pattern: RegExp): Promise<string>;
  /** The exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the command on a terminal, until the test ends. */
export function startOnTerminal(
  args: readonly string[],
  { columns = 80, env = {} }: { readonly columns?: number; readonly env?: NodeJS.ProcessEnv } = {},
): OnTerminal {
  return runOnTerminal([...COMMAND, '--port', '0', ...args], { columns, env });
}

/** Starts a program on a terminal that interprets what it writes, until the test ends. */
export function runOnTerminal(
  program: readonly string[],
  { columns = 80, env = {} }: { readonly columns?: number; readonly env?: NodeJS.ProcessEnv } = {},
): OnTerminal {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    'python3',
    [PTY, `${columns}`, '24', ...program],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NO_COLOR: undefined,
        FORCE_COLOR: undefined,
        CI: undefined,
        TERM: 'xterm-256color',
        ...env,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const terminal = new xterm.Terminal({ cols: columns, rows: 24, allowProposedApi: true });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString();
    terminal.write(chunk);
  });
  const lines = () => {
    const { active } = terminal.buffer;
    return Array.from(
      { length: active.length },
      (_, row) => active.getLine(row)?.translateToString(true) ?? '',
    );
  };
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const early = ended.then((code) => {
    throw new Error(`The program has ended with ${code}:\n${lines().join('\n').trimEnd()}`);
  });
  early.catch(() => undefined);
  return {
    lines,
    written: () => written,
    press: (keys) => void child.stdin.write(keys),
    line: (pattern) => {
      const look = () => {
        const found = lines().findLast((line) => pattern.test(line));
        expect(found, `${pattern} in\n${lines().join('\n').trimEnd()}`).toBeDefined();
        return found as string;
      };
      return Promise.race([vi.waitFor(look, { timeout: PATIENCE_MS }), early]);
    },
    ended,
  };
}
