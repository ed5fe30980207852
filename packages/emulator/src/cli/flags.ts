import { readArguments } from '@messaging-service/command-line';

/** The text of `--help`. */
export const USAGE = `Usage: messaging-emulator [options]

       messaging-emulator mcp [options]

Serves an emulated text-messaging service, and its control API below /_emulator. "messaging-emulator mcp --help"
explains the tools for agents.

  --port <number>          port; 0 uses a free one (default: 4010)
  --host <address>         address to listen on (default: 127.0.0.1)
  --allow-host <name>      another host name by which the server can be called, such as emulator; may be repeated
  --allow-origin <url>     origin whose web pages can call the server, such as http://localhost:3000;
                           may be repeated
  --control-token <token>  token that calls of the control API must send; MESSAGING_EMULATOR_TOKEN is safer,
                           because other users of this machine can see the command line
  --config <file>          configuration: TypeScript, JavaScript, JSON or JSON with comments
                           (default: messaging-emulator.config.* in the working directory)
  --state <file>           save the state in this file, and continue from it after a restart
  --name <name>            name of this instance
  --clock <mode>           system: time follows the machine (default); virtual: time stands still until you advance it
  --now <instant>          ISO 8601 instant to start at (default: now)
  --seed <number>          the same seed and the same calls give the same history (default: 1)
  --log <form>             text, json or off: a line for each public call, message and webhook attempt
                           (default: text on a terminal, otherwise off)
  --open                   open the inspector in a browser
  --json                   print one line of JSON when ready, instead of text; the log goes to standard error
  --quiet                  print nothing when ready
  --version                print the version
  --help                   print this help
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
  open: { type: 'boolean', default: false },
} as const;

/** The text of `mcp --help`. */
export const MCP_USAGE = `Usage: messaging-emulator mcp [options]

Gives tools to a coding agent, over the Model Context Protocol on standard input and output. Without an address, it
starts an emulator of its own, which ends with it.

  --url <address>          address of a running emulator, or the controlUrl of one of its sandboxes
                           (default: MESSAGING_EMULATOR_URL; its token: MESSAGING_EMULATOR_TOKEN)
  --port <number>          port of its own emulator (default: a free one)

For its own emulator, it also takes the options --host, --allow-host, --allow-origin, --control-token, --config,
--state, --name, --clock, --now, --seed and --log of messaging-emulator. The log goes to standard error.
`;

/** The flags as typed. */
export type Flags = ReturnType<typeof readFlags>;

/** Reads the flags of a command line. */
export function readFlags(args: readonly string[]) {
  return readArguments(args, FLAGS).values;
}

const { json: _json, quiet: _quiet, open: _open, ...SERVICE_FLAGS } = FLAGS;

/** Reads the flags of the command for agents. */
export function readMcpFlags(args: readonly string[]) {
  const { url, ...flags } = readArguments(args, { ...SERVICE_FLAGS, url: { type: 'string' } }).values;
  return { url, flags: { ...flags, json: false, quiet: true, open: false } satisfies Flags };
}
