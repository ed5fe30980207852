import { resolve } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import type { Issue } from '@messaging-service/contract';
import { parseAllowedHost, parseAllowedOrigin } from '../access/host-names.ts';
import { validateConfig } from '../config/config-check.ts';
import { ConfigError, findConfig, readConfig } from '../config/config-file.ts';
import type { EmulatorConfig, ServerConfig } from '../config/define-config.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
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
  const { server: configured, ...options } = await loadConfig(flags.config);
  const checked = validateConfig({
    clock: 'system',
    ...options,
    ...optionsOf(flags),
    server: { ...configured, ...serverOptionsOf(flags, configured) },
  });
  if (!checked.ok) throw new UsageError(checked.issues.map(describe).join('\n'));
  const { server = {}, ...emulator } = checked.value;
  const { port = 4010, host = '127.0.0.1', allowHosts, allowOrigins } = server;
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
    open,
    emulator,
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

/** The flags that are options of the emulator. An empty text is not a number. */
function optionsOf({ clock, now, seed }: Flags): object {
  return present({ clock, now, seed: seed === undefined ? undefined : Number(seed || Number.NaN) });
}

/** The flags and the variable that are options of the server. A variable comes before the configuration. */
function serverOptionsOf(flags: Flags, configured: ServerConfig = {}): object {
  const { port, host, state, log, name } = flags;
  const { MESSAGING_EMULATOR_TOKEN: variable } = process.env;
  return present({
    port: port === undefined ? undefined : Number(port || Number.NaN),
    host,
    controlToken: flags['control-token'] ?? (variable || configured.controlToken),
    state,
    log,
    name,
  });
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

/** An issue in one sentence. The options of the server have the names of their flags. */
function describe({ path, message }: Issue): string {
  if (path === 'server.controlToken') return `--control-token or MESSAGING_EMULATOR_TOKEN ${message}`;
  return `${path.replace(/^server\./, '--') || 'the configuration'} ${message}`;
}
