import { resolve } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import type { Issue } from '@messaging-service/contract';
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
  const { port = 4010, host = '127.0.0.1', allowHosts = [], allowOrigins = [] } = server;
  return {
    port,
    host,
    allowedHosts: allowHosts,
    allowedOrigins: allowOrigins,
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
    allowHosts: flags['allow-host'],
    allowOrigins: flags['allow-origin'],
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

/** Members whose flags have other names. */
const FLAGS: Readonly<Record<string, string>> = {
  allowHosts: '--allow-host',
  allowOrigins: '--allow-origin',
  controlToken: '--control-token or MESSAGING_EMULATOR_TOKEN',
};

/** An issue in one sentence. The options of the server have the names of their flags. */
function describe({ path, message }: Issue): string {
  const [section, member = ''] = path.split('.');
  const subject = section === 'server' ? (FLAGS[member] ?? `--${member}`) : path || 'the configuration';
  return `${subject} ${message}`;
}
