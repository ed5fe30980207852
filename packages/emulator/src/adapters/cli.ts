import { createEmulator } from '../emulator.ts';
import { type CliOptions, readCommandLine, USAGE, UsageError } from './cli-options.ts';
import { type EmulatorServer, listen } from './node.ts';
import { openBrowser } from './open-browser.ts';

/** The command `messaging-emulator`: serves until it is told to stop. */
async function main(args: readonly string[]): Promise<void> {
  const options = readCommandLine(args);
  if (options.help) {
    process.stdout.write(USAGE);
    return;
  }
  const emulator = createEmulator(options.emulator);
  const server = await listen(emulator, options).catch((error: unknown) => {
    throw new UsageError(`Cannot listen on ${options.host}:${options.port}: ${(error as Error).message}`);
  });
  announce(server, options);
  if (options.open) openBrowser(server.inspectorUrl);
  const stop = () => {
    emulator.close();
    void server.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function announce({ url, inspectorUrl, credentials }: EmulatorServer, { json, quiet }: CliOptions): void {
  const { organization, accounts, sharedSenders } = credentials;
  const [account] = accounts;
  if (json)
    process.stdout.write(`${JSON.stringify({ url, inspectorUrl, organization, account, sharedSenders })}\n`);
  else if (!quiet) {
    process.stdout.write(`Messaging emulator   ${url}
Inspector            ${inspectorUrl}
Organization key     ${organization.apiKey}
Account key          ${account?.apiKey ?? 'none configured'}
Account              ${account?.identifier ?? 'none configured'}
Sender IDs           ${account?.senders.join(', ') ?? ''}
Shared sender IDs    ${sharedSenders.join(', ')}

Stop it with Ctrl+C.
`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`messaging-emulator: ${error.message}\nTry messaging-emulator --help.\n`);
  process.exitCode = 2;
}
