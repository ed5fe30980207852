import { createEmulator, type Emulator } from '../emulator.ts';
import { type EmulatorServer, listen } from '../server/node.ts';
import { packageVersion } from '../server/version.ts';
import { readFlags, USAGE, UsageError } from './flags.ts';
import { openBrowser } from './open-browser.ts';
import { type CliOptions, readOptions } from './options.ts';

/** The command `messaging-emulator`: serves until it is told to stop. */
async function main(args: readonly string[]): Promise<void> {
  const flags = readFlags(args);
  if (flags.help || flags.version) {
    process.stdout.write(flags.help ? USAGE : `${packageVersion()}\n`);
    return;
  }
  const options = await readOptions(flags);
  const emulator = createEmulator(options.emulator);
  const server = await listen(emulator, options).catch((error: unknown) => {
    throw new UsageError(`Cannot listen on ${options.host}:${options.port}: ${(error as Error).message}`);
  });
  announce(server, options);
  if (options.open) openBrowser(server.inspectorUrl);
  stopOnSignals(server, emulator);
}

/** A client under load may have a request on its way when the signal comes: its connection is kept for so long. */
const IDLE_GRACE_MS = 250;

/** The first signal stops the server in order, the second one immediately. */
function stopOnSignals(server: EmulatorServer, emulator: Emulator): void {
  let isStopping = false;
  const stop = (_: NodeJS.Signals, number: number) => {
    if (isStopping) process.exit(128 + number);
    isStopping = true;
    void server.close({ idleGrace: IDLE_GRACE_MS }).then(() => {
      emulator.close();
      process.exit(0);
    });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
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
