import { readArguments } from '@messaging-service/command-line';
import { nearestName } from '@messaging-service/contract';
import { placeInConfig } from '../config/config-check.ts';

/** The text of `--help`. */
export const USAGE = `Usage: messaging-emulator [options]
       messaging-emulator mcp [options]

Serves an emulated text-messaging service, and its control API below /_emulator.
"messaging-emulator mcp --help" explains the tools for agents.

  --port <number>          port; 0 uses a free one (default: 4010)
  --host <address>         address to listen on (default: 127.0.0.1)
  --allow-host <name>      another host name that callers may use,
                           such as emulator; may be repeated
  --allow-origin <url>     origin whose web pages can call the server, such as
                           http://localhost:3000; may be repeated
  --control-token <token>  token that protects the control API;
                           MESSAGING_EMULATOR_TOKEN is safer, because other
                           users of this machine can see the command line
  --config <file>          configuration: TypeScript, JavaScript, JSON or JSON
                           with comments (default: messaging-emulator.config.*
                           in the working directory)
  --state <file>           save the state in this file, and continue from it
                           after a restart
  --name <name>            name of this instance
  --clock <mode>           system: time follows the machine (default);
                           virtual: time stands still until you advance it
  --now <instant>          ISO 8601 instant to start at (default: now)
  --seed <number>          the same seed and the same calls give the same
                           history (default: 1)
  --log <form>             text, json or off. On a terminal, text is one line for
                           each text, completed as it happens; elsewhere one line
                           for each event (default: text on a terminal, otherwise
                           off)
  --open                   open the inspector in a browser
  --verbose                print all keys and sender IDs when ready
  --json                   print one line of JSON when ready, instead of text; the
                           log goes to standard error
  --quiet                  print nothing when ready
  --version                print the version
  --help                   print this help

On a terminal the output has colors. NO_COLOR=1 turns them off, and
FORCE_COLOR=1 turns them on.
`;

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  'control-token': { type: 'string' },
  config: { type: 'string' },
  state: { type: 'string' },
  name: { type: 'string' },
  clock: { type: 'string' },
  now: { type: 'string' },
  seed: { type: 'string' },
  log: { type: 'string' },
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  open: { type: 'boolean', default: false },
} as const;

/** The text of `mcp --help`. */
export const MCP_USAGE = `Usage: messaging-emulator mcp [options]

Gives tools to a coding agent, over the Model Context Protocol on standard input
and output. Without --url, it starts an emulator, and stops it at the end.

  --url <address>          address of a running emulator, or the controlUrl of one
                           of its sandboxes (default: MESSAGING_EMULATOR_URL; its
                           token: MESSAGING_EMULATOR_TOKEN)
  --port <number>          port of its own emulator (default: a free one)

For its own emulator, it also takes the options --host, --allow-host,
--allow-origin, --control-token, --config, --state, --name, --clock, --now, --seed
and --log of messaging-emulator. The log goes to standard error.
`;

/** The flags as typed. */
export type Flags = ReturnType<typeof readFlags>;

/** Reads the flags of a command line. */
export function readFlags(args: readonly string[]) {
  const { values } = readArguments(args, FLAGS, {
    ofOption: adviceOfOption,
    // The argument can be a part of a token with spaces.
    ofArgument: (argument, flags) =>
      flags['control-token'] === undefined ? adviceOfArgument(argument) : undefined,
  });
  return values;
}

/** An option of the service is a member of a configuration. */
function adviceOfOption(name: string): string | undefined {
  const place = placeInConfig(name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return place && `A configuration has the member ${place}: pass its file with --config.`;
}

function adviceOfArgument(argument: string): string {
  const flag = flagFor(argument);
  const hint = flag === undefined ? 'Every option begins with "--".' : `Did you mean ${flag}?`;
  return `The argument ${JSON.stringify(argument)} is unexpected. ${hint}`;
}

function flagFor(argument: string): string | undefined {
  if (/^\d+$/.test(argument)) return `--port ${argument}`;
  if (/\.(?:[cm]?[jt]s|jsonc?)$/.test(argument)) return `--config ${argument}`;
  if (argument === 'virtual' || argument === 'system') return `--clock ${argument}`;
  if (nearestName(argument, ['mcp']) !== undefined) return 'messaging-emulator mcp';
  return Object.hasOwn(FLAGS, argument) ? `--${argument}` : undefined;
}

const { json: _json, quiet: _quiet, verbose: _verbose, open: _open, ...SERVICE_FLAGS } = FLAGS;

/** Reads the flags of the command for agents. */
export function readMcpFlags(args: readonly string[]) {
  const { url, ...flags } = readArguments(args, { ...SERVICE_FLAGS, url: { type: 'string' } }).values;
  return {
    url,
    flags: { ...flags, json: false, quiet: true, verbose: false, open: false } satisfies Flags,
    /** An option of an emulator that the command starts. */
    ownOption: Object.keys(flags).find((name) => name !== 'control-token'),
  };
}
