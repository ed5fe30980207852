import { resolve } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import type { Issue } from '@messaging-service/contract';
import type { EmulatorConfig } from '@messaging-service/emulator';
import { parseAllowedHost, parseAllowedOrigin } from '../access/host-names.ts';
import { validateConfig } from '../config/config-check.ts';
import { findConfig, readConfig } from '../config/config-file.ts';
import type { Flags } from './flags.ts';

/** The options of the command: what it serves, and where. */
export type CliOptions = Awaited<ReturnType<typeof readOptions>>;

/**
 * Combines flags, the environment and the configuration file. Flags come first, then the environment.
 *
 * @param defaultPort - The port if none of them names one.
 */
export async function readOptions(flags: Flags, defaultPort = 4010) {
  const { json, quiet, verbose, open, clock, now, state, log, name } = flags;
  const file = flags.config ?? findConfig(process.cwd());
  const { server: configured, ...options }: EmulatorConfig = file === undefined ? {} : await readConfig(file);
  const controlToken = flags['control-token'] ?? (process.env.MESSAGING_EMULATOR_TOKEN || undefined);
  const own = { port: numberOf('port', flags), host: flags.host, state, log, name, controlToken };
  const checked = validateConfig({
    clock: 'system',
    ...options,
    ...present({ clock, now, seed: numberOf('seed', flags) }),
    server: { ...configured, ...present(own) },
  });
  if (!checked.ok) throw new UsageError(checked.issues.map(describe).join('\n'));
  const { server = {}, ...emulator } = checked.value;
  const { port = defaultPort, host = '127.0.0.1', allowHosts, allowOrigins } = server;
  return {
    port,
    host,
    allowedHosts: readEach(flags['allow-host'] ?? allowHosts, (name) =>
      parseAllowedHost(name, '--allow-host'),
    ),
    allowedOrigins: readEach(flags['allow-origin'] ?? allowOrigins, (url) =>
      parseAllowedOrigin(url, '--allow-origin'),
    ),
    controlToken: server.controlToken,
    name: server.name,
    state: server.state === undefined ? undefined : resolve(server.state),
    log: server.log ?? (process.stdout.isTTY && !json && !quiet ? 'text' : 'off'),
    json,
    quiet,
    verbose,
    open,
    emulator,
  };
}

/** The number in a flag. */
function numberOf(name: 'port' | 'seed', { [name]: text }: Flags): number | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new UsageError(`--${name} must be a whole number; got ${JSON.stringify(text)}.`);
}

/** The members that have a value. */
function present(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** Reads the values of an option that may be repeated. The errors of the parsers have advice. */
function readEach(values: readonly string[] = [], read: (value: string) => string): string[] {
  try {
    return values.map(read);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** An issue of a flag in one sentence: the file has been checked before. */
function describe({ path, message }: Issue): string {
  if (path === 'server.controlToken') return `--control-token or MESSAGING_EMULATOR_TOKEN ${message}`;
  return `--${path.replace(/^server\./, '')} ${message}`;
}
