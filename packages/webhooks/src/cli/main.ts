import { WebhookVerificationError } from '../errors/errors.ts';
import { type ExitCode, UsageError } from './command-line.ts';
import { LISTEN_USAGE, listenCommand } from './listen-command.ts';
import { SIMULATE_USAGE, simulateCommand } from './simulate-command.ts';
import { VERIFY_USAGE, verifyCommand } from './verify-command.ts';

const USAGE = `Usage: messaging-webhooks <command> [options]

  simulate <url>   send a signed event to a URL, and check the response
  verify <file>    explain why a captured request is not verified
  listen           print events when they arrive

messaging-webhooks <command> --help prints the options. Exit codes: 0 success, 1 not verified or a response other than
200, 2 wrong usage.
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
  if (name === '')
    throw new UsageError(`A command is missing. Use one of: ${Object.keys(COMMANDS).join(', ')}.`);
  if (!Object.hasOwn(COMMANDS, name))
    throw new UsageError(
      `${JSON.stringify(name)} is not a command. Use one of: ${Object.keys(COMMANDS).join(', ')}.`,
    );
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
  // An option that verification rejects is wrong usage, too.
  if (!(error instanceof UsageError || error instanceof WebhookVerificationError)) throw error;
  process.stderr.write(`messaging-webhooks: ${error.message}\nSee messaging-webhooks --help.\n`);
  process.exitCode = 2;
}
