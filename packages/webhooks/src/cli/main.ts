import { runCommand, UsageError } from '@messaging-service/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { WebhookVerificationError } from '../errors/errors.ts';
import { LISTEN_USAGE, listenCommand } from './listen-command.ts';
import { SIMULATE_USAGE, simulateCommand } from './simulate-command.ts';
import { VERIFY_USAGE, verifyCommand } from './verify-command.ts';

const USAGE = `Usage: messaging-webhooks <command> [options]

  simulate <url>   send a signed event to a URL, and check the response
  verify <file>    explain why a captured request is not verified
  listen           print events when they arrive

messaging-webhooks <command> --help prints the options, and --version prints the version. Exit codes: 0 success,
1 not verified or a response other than 200, 2 wrong usage.
`;

const COMMANDS = new Map([
  ['simulate', { usage: SIMULATE_USAGE, run: simulateCommand }],
  ['verify', { usage: VERIFY_USAGE, run: verifyCommand }],
  ['listen', { usage: LISTEN_USAGE, run: listenCommand }],
]);

/** The command `messaging-webhooks`. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = COMMANDS.get(name ?? '');
  if (command === undefined) {
    const problem =
      name === undefined ? 'A command is missing.' : `${JSON.stringify(name)} is not a command.`;
    throw new UsageError(`${problem} Use one of: ${[...COMMANDS.keys()].join(', ')}.`, { needsHelp: true });
  }
  try {
    return await command.run(args);
  } catch (error) {
    // An option that verification rejects is wrong usage, too.
    throw error instanceof WebhookVerificationError ? new UsageError(error.message) : error;
  }
}

await runCommand({
  name: 'messaging-webhooks',
  version: manifest.version,
  usage: ([name = '']) => COMMANDS.get(name)?.usage ?? USAGE,
  run: main,
});
