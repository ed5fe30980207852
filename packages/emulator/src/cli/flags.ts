import { readArguments } from '@messaging-service/command-line';

/** The text of `--help`. */
export const USAGE = `Usage: messaging-emulator [options]

Serves an emulated text-messaging service, and its control API below /_emulator.

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

/** The flags as typed. */
export type Flags = ReturnType<typeof readFlags>;

/** Reads the flags of a command line. */
export function readFlags(args: readonly string[]) {
  return readArguments(args, FLAGS).values;
}
