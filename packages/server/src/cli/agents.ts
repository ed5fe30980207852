import { Writable } from 'node:stream';
import { UsageError } from '@messaging-service/command-line';
import { ControlError, readAddress, serveMcp } from '@messaging-service/mcp';
import { readMcpFlags } from './flags.ts';
import { readOptions } from './options.ts';
import { Output } from './output.ts';
import { endServer, startServer } from './running-server.ts';

/**
 * The command `messaging-emulator mcp`: tools for an agent on standard input and output, until the input ends or the process
 * gets a signal to stop. They use a running emulator, or one of their own.
 */
export async function serveAgents(args: readonly string[], stop: AbortSignal): Promise<number> {
  const { url, flags, ownOption } = readMcpFlags(args);
  const joined = url ?? (process.env.MESSAGING_EMULATOR_URL || undefined);
  const token = flags['control-token'] ?? (process.env.MESSAGING_EMULATOR_TOKEN || undefined);
  if (joined !== undefined) {
    const name = url === undefined ? 'MESSAGING_EMULATOR_URL' : '--url';
    if (ownOption !== undefined)
      throw new UsageError(
        `--${ownOption} is for an emulator that the command starts, and ${name} is the address of another one. Leave out one of them.`,
      );
    await serve({ ...addressOf(joined, name), token }, stop);
    return 0;
  }
  const options = await readOptions(flags, 0);
  const running = await startServer(options, new Output(options, process.stderr).log);
  const { url: own, inspectorUrl } = running.server;
  process.stderr.write(`messaging-emulator: the emulator is at ${own}, its inspector at ${inspectorUrl}\n`);
  await serve({ url: own, sandbox: undefined, token: options.controlToken }, stop);
  return endServer(running);
}

/** Standard output as bytes: the command escapes some characters of texts, which would change the messages. */
const output = new Writable({
  write: (chunk: Buffer, _encoding, done) => void process.stdout.write(chunk, done),
});

function onDefect({ stack, message }: Error): void {
  process.stderr.write(`messaging-emulator: a tool failed: ${stack ?? message}\n`);
}

function onProblem(problem: string): void {
  process.stderr.write(`messaging-emulator: ${problem}\n`);
}

/** What to do if the tools cannot use an emulator, by the code of the error. */
const ADVICE: Readonly<Record<string, string>> = {
  unreachable: 'Start one there, correct MESSAGING_EMULATOR_URL',
  not_found: 'Open one there, correct MESSAGING_EMULATOR_URL',
  invalid_key: 'Correct MESSAGING_EMULATOR_TOKEN',
};

async function serve(emulator: Parameters<typeof serveMcp>[0], stop: AbortSignal): Promise<void> {
  try {
    await serveMcp(emulator, { input: process.stdin, output }, { stop, onDefect, onProblem });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    throw new UsageError(
      `${error.message} ${ADVICE[error.code] ?? 'Correct MESSAGING_EMULATOR_URL or MESSAGING_EMULATOR_TOKEN'}, or leave out the address to start an emulator with the tools.`,
    );
  }
}

function addressOf(text: string, name: string): ReturnType<typeof readAddress> {
  try {
    return readAddress(text);
  } catch (error) {
    throw new UsageError(`${name} ${(error as Error).message}`);
  }
}
