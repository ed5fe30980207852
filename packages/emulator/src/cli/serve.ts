import { runCommand, UsageError } from '@messaging-service/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { createEmulator, type Emulator, hostOf } from '../emulator.ts';
import { ListenError } from '../server/listen-error.ts';
import { type EmulatorServer, listen } from '../server/node.ts';
import { StateFile } from '../state-file/state-file.ts';
import { explainListenError } from './address-in-use.ts';
import { readFlags, USAGE } from './flags.ts';
import { logServices } from './log/log.ts';
import { openBrowser } from './open-browser.ts';
import { type CliOptions, readOptions } from './options.ts';

/** The command `messaging-emulator`: serves until it gets a signal to stop. */
async function serve(args: readonly string[], stop: AbortSignal): Promise<undefined> {
  const options = await readOptions(readFlags(args));
  const emulator = createEmulator(options.emulator);
  const { state } = options;
  const stateFile = state === undefined ? undefined : await StateFile.open(state, hostOf(emulator).sandboxes);
  const server = await start(emulator, stateFile, options);
  if (stop.aborted) return end(emulator, server, stateFile);
  stop.addEventListener('abort', () => void end(emulator, server, stateFile));
  announce(server, options);
  if (options.open) openBrowser(withToken(server.inspectorUrl, options.controlToken));
}

async function start(
  emulator: Emulator,
  stateFile: StateFile | undefined,
  options: CliOptions,
): Promise<EmulatorServer> {
  const { json, log, host, port } = options;
  // With --json, standard output has one line only.
  const output = json ? process.stderr : process.stdout;
  if (log !== 'off') logServices(hostOf(emulator).sandboxes, log, (lines) => void output.write(lines));
  try {
    return await listen(emulator, { ...options, keeper: stateFile });
  } catch (error) {
    await stateFile?.close();
    throw error instanceof ListenError ? new UsageError(await explainListenError(error, host, port)) : error;
  }
}

/** How long connections without a call stay open after the signal, for requests that clients have already sent. */
const IDLE_GRACE_MS = 250;

/** Stops the server in order, and ends the process. */
async function end(
  emulator: Emulator,
  server: EmulatorServer,
  stateFile: StateFile | undefined,
): Promise<never> {
  await server.close({ idleGrace: IDLE_GRACE_MS });
  try {
    await stateFile?.close();
  } catch (error) {
    process.stderr.write(
      `messaging-emulator: the state file cannot be written: ${(error as Error).message}. The changes since the last write are lost.\n`,
    );
    process.exit(1);
  }
  emulator.close();
  process.exit(0);
}

/** The inspector takes the token from the fragment, which browsers do not send. */
function withToken(url: string, token: string | undefined): string {
  return token === undefined ? url : `${url}#token=${encodeURIComponent(token)}`;
}

function announce(
  { url, inspectorUrl, credentials }: EmulatorServer,
  { json, quiet, name, controlToken }: CliOptions,
): void {
  const { organization, account, sharedSenders } = credentials;
  if (json)
    process.stdout.write(`${JSON.stringify({ url, inspectorUrl, organization, account, sharedSenders })}\n`);
  else if (!quiet) {
    process.stdout.write(`Messaging emulator   ${url}${name === undefined ? '' : `  (${name})`}
Inspector            ${withToken(inspectorUrl, controlToken)}
Organization key     ${organization.apiKey}
Account key          ${account?.apiKey ?? 'none configured'}
Account              ${account?.identifier ?? 'none configured'}
Sender IDs           ${account?.senders.join(', ') ?? ''}
Shared sender IDs    ${sharedSenders.join(', ')}

Stop it with Ctrl+C.
`);
  }
}

/**
 * Runs the command of this process.
 *
 * @param stop - Is aborted with the first signal to stop, which can already have come.
 */
export function runServer(stop: AbortSignal): Promise<void> {
  return runCommand({
    name: 'messaging-emulator',
    version: manifest.version,
    usage: () => USAGE,
    run: (args) => serve(args, stop),
    // A test that started the command may stop reading its output.
    outlivesOutput: true,
  });
}
