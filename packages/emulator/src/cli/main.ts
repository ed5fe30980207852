import { runCommand, UsageError } from '@messaging-service/command-line';
import manifest from '../../package.json' with { type: 'json' };
import { createEmulator, type Emulator } from '../emulator.ts';
import { nextTurn } from '../runtime/time/event-loop.ts';
import { ListenError } from '../server/listen-error.ts';
import { type EmulatorServer, listen } from '../server/node.ts';
import type { Sandboxes } from '../service/sandboxes.ts';
import { StateFile } from '../state-file/state-file.ts';
import { StateFileError } from '../state-file/state-file-error.ts';
import { explainListenError } from './address-in-use.ts';
import { readFlags, USAGE } from './flags.ts';
import { logServices } from './log/log.ts';
import { openBrowser } from './open-browser.ts';
import { type CliOptions, readOptions } from './options.ts';

/** The command `messaging-emulator`: serves until it gets a signal to stop. */
async function main(args: readonly string[]): Promise<undefined> {
  const options = await readOptions(readFlags(args));
  // Signals are heard before the state file is read, which can take a while.
  const stop = stopSignal();
  const emulator = createEmulator(options.emulator);
  const started = await start(emulator, options);
  void stop.then(() => end(emulator, started));
  // A signal that came meanwhile is heard now.
  await nextTurn();
  if (await hasCome(stop)) return;
  announce(started.server, options);
  if (options.open) openBrowser(withToken(started.server.inspectorUrl, options.controlToken));
}

interface Started {
  readonly server: EmulatorServer;
  readonly stateFile: StateFile | undefined;
}

async function start(emulator: Emulator, options: CliOptions): Promise<Started> {
  let stateFile: StateFile | undefined;
  const prepare = async (sandboxes: Sandboxes) => {
    if (options.state !== undefined) stateFile = await StateFile.open(options.state, sandboxes);
    // With --json, standard output has one line only.
    const output = options.json ? process.stderr : process.stdout;
    if (options.log !== 'off') logServices(sandboxes, options.log, (lines) => void output.write(lines));
    return () => stateFile?.problem;
  };
  try {
    const server = await listen(emulator, { ...options, prepare });
    return { server, stateFile };
  } catch (error) {
    await stateFile?.close();
    if (error instanceof StateFileError) throw new UsageError(`--state ${error.message}`);
    const { host, port } = options;
    if (error instanceof ListenError) throw new UsageError(await explainListenError(error, host, port));
    throw error;
  }
}

/** How long connections without a call stay open after the signal, for requests that clients have already sent. */
const IDLE_GRACE_MS = 250;

/** Settles with the first signal to stop. The second one stops the process immediately. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (_: NodeJS.Signals, number: number) => {
      if (isStopping) process.exit(128 + number);
      isStopping = true;
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}

function hasCome(signal: Promise<void>): Promise<boolean> {
  return Promise.race([signal.then(() => true), Promise.resolve(false)]);
}

/** Stops the server in order, and ends the process. */
async function end(emulator: Emulator, { server, stateFile }: Started): Promise<void> {
  stateFile?.keepSandboxes();
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
  const { organization, accounts, sharedSenders } = credentials;
  const [account] = accounts;
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

await runCommand({
  name: 'messaging-emulator',
  version: manifest.version,
  usage: () => USAGE,
  run: main,
});
