import { UsageError } from '@messaging-service/command-line';
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { hostOf } from '@messaging-service/emulator/host';
import { ListenError } from '../http/listen-error.ts';
import { type EmulatorServer, listen } from '../node.ts';
import { StateFile } from '../state-file/state-file.ts';
import { explainListenError } from './address-in-use.ts';
import type { Log } from './log/log.ts';
import type { CliOptions } from './options.ts';

/** A server that the command has started, and what it consists of. */
export interface RunningServer {
  readonly emulator: Emulator;
  readonly server: EmulatorServer;
  readonly stateFile: StateFile | undefined;
}

/**
 * Starts the server of a command.
 *
 * @param log - Logs what happens in its services; undefined for no log.
 * @throws {UsageError} The port or the host cannot be used.
 */
export async function startServer(options: CliOptions, log: Log | undefined): Promise<RunningServer> {
  const { state, host, port, allowedHosts, allowedOrigins, controlToken } = options;
  const emulator = createEmulator(options.emulator);
  const { sandboxes } = hostOf(emulator);
  const stateFile = state === undefined ? undefined : await StateFile.open(state, sandboxes);
  if (log !== undefined) sandboxes.watch(log);
  try {
    const where = { host, port, allowedHosts, allowedOrigins, controlToken };
    const server = await listen(emulator, { ...where, keeper: stateFile });
    return { emulator, server, stateFile };
  } catch (error) {
    await stateFile?.close();
    throw error instanceof ListenError ? new UsageError(await explainListenError(error, host, port)) : error;
  }
}

/** How long connections without a call stay open after the signal, for requests that clients have already sent. */
const IDLE_GRACE_MS = 250;

/** Stops the server in order, and ends the process. */
export async function endServer({ emulator, server, stateFile }: RunningServer): Promise<never> {
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
