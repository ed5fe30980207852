import { resolve } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import { parseAllowedHost, parseAllowedOrigin } from '../access/host-names.ts';
import { validateControlToken } from '../config/config-check.ts';
import { ConfigError, findConfig, readConfig } from '../config/config-file.ts';
import type { EmulatorConfig, ServerConfig } from '../config/define-config.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { validateOptions } from '../runtime/options/options-check.ts';
import type { Flags } from './flags.ts';

/** The options of the command: what it serves, and where. */
export interface CliOptions {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly controlToken: string | undefined;
  readonly name: string | undefined;
  /** The state file, as an absolute path. */
  readonly state: string | undefined;
  readonly log: 'text' | 'json' | 'off';
  readonly json: boolean;
  readonly quiet: boolean;
  readonly open: boolean;
  readonly emulator: EmulatorOptions;
}

/** Combines flags, the environment and the configuration. Flags come first, then the environment. */
export async function readOptions(flags: Flags): Promise<CliOptions> {
  const { json, quiet, open } = flags;
  const { server = {}, ...options } = await loadConfig(flags.config);
  return {
    port: flags.port === undefined ? (server.port ?? 4010) : readPort(flags.port),
    host: flags.host ?? server.host ?? '127.0.0.1',
    allowedHosts: readEach(flags['allow-host'] ?? server.allowHosts, (name) =>
      parseAllowedHost(name, '--allow-host'),
    ),
    allowedOrigins: readEach(flags['allow-origin'] ?? server.allowOrigins, (url) =>
      parseAllowedOrigin(url, '--allow-origin'),
    ),
    controlToken: readToken(flags, server),
    name: flags.name ?? server.name,
    state: flags.state === undefined ? server.state : resolve(readFilled('--state', flags.state)),
    log: readLog(flags, server),
    json,
    quiet,
    open,
    emulator: readEmulator(flags, options),
  };
}

async function loadConfig(named: string | undefined): Promise<EmulatorConfig> {
  try {
    const file = named ?? findConfig(process.cwd());
    if (file === undefined) return {};
    return await readConfig(file);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}

function readEmulator({ clock, now, seed }: Flags, config: EmulatorOptions): EmulatorOptions {
  const checked = validateOptions({
    clock: 'system',
    ...config,
    ...(clock === undefined ? {} : { clock }),
    ...(now === undefined ? {} : { now }),
    // An empty variable would be read as 0.
    ...(seed === undefined ? {} : { seed: Number(seed || Number.NaN) }),
  });
  if (checked.ok) return checked.value;
  throw new UsageError(
    checked.issues.map(({ path, message }) => `${path || 'the configuration'} ${message}`).join('\n'),
  );
}

/** Reads the values of an option that may be repeated. */
function readEach(values: readonly string[] = [], read: (value: string) => string): string[] {
  try {
    return values.map(read);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 0 to 65535; got ${text}.`);
}

function readFilled(flag: string, text: string): string {
  if (text !== '') return text;
  throw new UsageError(`${flag} must not be empty.`);
}

function readToken(flags: Flags, server: ServerConfig): string | undefined {
  const { MESSAGING_EMULATOR_TOKEN: variable } = process.env;
  const token = flags['control-token'] ?? (variable || server.controlToken);
  const problem = token === undefined ? undefined : validateControlToken(token);
  if (problem !== undefined) throw new UsageError(`--control-token or MESSAGING_EMULATOR_TOKEN ${problem}.`);
  return token;
}

function readLog({ log, json, quiet }: Flags, server: ServerConfig): CliOptions['log'] {
  const fallback = process.stdout.isTTY && !json && !quiet ? 'text' : 'off';
  const chosen = log ?? server.log ?? fallback;
  if (chosen === 'text' || chosen === 'json' || chosen === 'off') return chosen;
  throw new UsageError(`--log must be one of text, json, off; got ${JSON.stringify(chosen)}.`);
}
