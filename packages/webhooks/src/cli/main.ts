import { WebhookVerificationError } from '../errors/errors.ts';
import { type ExitCode, UsageError } from './command-line.ts';
import { LISTEN_USAGE, listenCommand } from './listen-command.ts';
import { SIMULATE_USAGE, simulateCommand } from './simulate-command.ts';
import { VERIFY_USAGE, verifyCommand } from './verify-command.ts';

const USAGE = `Usage: messaging-webhooks <command> [options]

  simulate <url>   send a signed event to a URL, and judge the answer
  verify <file>    say why a captured request does not verify
  listen           print events as they come

messaging-webhooks <command> --help tells the options. Exit codes: 0 as it should be, 1 not verified or not answered
with 200, 2 the command line makes no sense.
`;

interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[]) => Promise<ExitCode>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  simulate: { usage: SIMULATE_USAGE, run: simulateCommand },
  verify: { usage: VERIFY_USAGE, run: verifyCommand },
  listen: { usage: LISTEN_USAGE, run: listenCommand },
};

/** The command `messaging-webhooks`. */
async function main([name = '', ...args]: readonly string[]): Promise<ExitCode> {
  if (name === '--help' || name === '-h') return help(USAGE);
  if (name === '') throw new UsageError(`Give a command: ${Object.keys(COMMANDS).join(', ')}.`);
  if (!Object.hasOwn(COMMANDS, name)) throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  const { usage, run } = COMMANDS[name] as Command;
  return args.includes('--help') || args.includes('-h') ? help(usage) : run(args);
}

function help(text: string): ExitCode {
  process.stdout.write(text);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // An option that verification itself refuses is a matter of the command line, too.
  if (!(error instanceof UsageError || error instanceof WebhookVerificationError)) throw error;
  process.stderr.write(`messaging-webhooks: ${error.message}\nTry messaging-webhooks --help.\n`);
  process.exitCode = 2;
}
