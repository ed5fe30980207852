import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseAllowedHost, parseAllowedOrigin } from '../http/access/host-names.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { validateOptions } from '../runtime/options/options-check.ts';

/** What the command line asks for. */
export interface CliOptions {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
  readonly open: boolean;
  readonly help: boolean;
  readonly emulator: EmulatorOptions;
}

/** The text of `--help`. */
export const USAGE = `Usage: messaging-emulator [options]

Serves an emulated text-messaging service, and its control API below /_emulator.

  --port <number>       port; 0 takes a free one (default 4010)
  --host <address>      address to listen on (default 127.0.0.1)
  --allow-host <name>   host name that callers may use beside local ones, such as emulator; may be repeated
  --allow-origin <url>  origin whose web pages may call, such as http://localhost:3000; may be repeated
  --config <file>       JSON file with the options of createEmulator()
  --clock <mode>        system: time follows the machine (default); virtual: it stands still until advanced
  --now <instant>       ISO 8601 instant to start at (default the present)
  --seed <number>       the same seed and calls give the same history (default 1)
  --open                open the inspector in a browser
  --json                print one line of JSON when ready, instead of text
  --quiet               print nothing when ready
  --help                print this
`;

/** Something wrong with the command line, in words for the person who typed it. */
export class UsageError extends Error {}

/** Reads the command line and the configuration file it names. */
export function readCommandLine(args: readonly string[]): CliOptions {
  const values = parse(args);
  const emulator = {
    clock: 'system',
    ...(values.config === undefined ? {} : readConfig(values.config)),
    ...(values.clock === undefined ? {} : { clock: values.clock }),
    ...(values.now === undefined ? {} : { now: values.now }),
    // The empty text of a variable that is not set would be 0.
    ...(values.seed === undefined ? {} : { seed: Number(values.seed || Number.NaN) }),
  };
  const checked = validateOptions(emulator);
  if (!checked.ok) {
    throw new UsageError(
      checked.issues.map(({ path, message }) => `${path || 'the configuration'} ${message}`).join('\n'),
    );
  }
  return {
    port: readPort(values.port),
    host: values.host,
    allowedHosts: readEach(values['allow-host'], (name) => parseAllowedHost(name, '--allow-host')),
    allowedOrigins: readEach(values['allow-origin'], (url) => parseAllowedOrigin(url, '--allow-origin')),
    json: values.json,
    quiet: values.quiet,
    open: values.open,
    help: values.help,
    emulator: checked.value,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        'allow-host': { type: 'string', multiple: true },
        'allow-origin': { type: 'string', multiple: true },
        config: { type: 'string' },
        clock: { type: 'string' },
        now: { type: 'string' },
        seed: { type: 'string' },
        json: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        open: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
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
  throw new UsageError(`--port ${text} is not a port: give a number from 0 to 65535.`);
}

function readConfig(file: string): object {
  try {
    const config: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof config === 'object' && config !== null && !Array.isArray(config)) return config;
  } catch (error) {
    throw new UsageError(`--config ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`--config ${file} does not hold a JSON object.`);
}
