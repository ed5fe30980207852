import { printableLines } from './printable.ts';
import { UsageError } from './usage-error.ts';

/** A command that a package installs. */
interface Command {
  readonly name: string;
  readonly version: string;
  /** Returns the text of `--help` for these arguments. */
  readonly usage: (args: readonly string[]) => string;
  /** Does the work. Returns the exit code; default: 0. */
  readonly run: (args: readonly string[]) => Promise<number | undefined>;
  /** Whether it continues when its output is closed, as a server does. Default: it ends. */
  readonly outlivesOutput?: boolean;
  /** Removes secrets from the message of an error, which can repeat what was typed. */
  readonly redact?: (message: string) => string;
  /** The exit code of an error of usage. Default: 2. */
  readonly usageExitCode?: number;
}

/**
 * Makes a stream show all text, and never act on it: whatever a command prints, also in errors, can contain text of others.
 * Bytes stay as they are.
 */
function writePrintable(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === 'string' ? printableLines(chunk) : chunk, ...rest);
}

/**
 * Runs the command of this process, and sets the exit code. `--help` and `--version` win over all other arguments. An error
 * of usage is printed on standard error, and the exit code is 2, unless the command has another one for it.
 */
export async function runCommand({
  name,
  version,
  usage,
  run,
  outlivesOutput = false,
  redact = (message) => message,
  usageExitCode = 2,
}: Command): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) writePrintable(stream);
  const args = process.argv.slice(2);
  const isTextOnly = args.some((arg) => ['--help', '-h', '--version'].includes(arg));
  handleClosedOutput(outlivesOutput && !isTextOnly ? ignoreClosedOutput : endWithOutput);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage(args));
    return;
  }
  if (args.includes('--version')) {
    process.stdout.write(`${version}\n`);
    return;
  }
  try {
    process.exitCode = await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const help = error.needsHelp ? `See ${name} --help.\n` : '';
    process.stderr.write(`${name}: ${redact(error.message)}\n${help}`);
    process.exitCode = usageExitCode;
  }
}

type OutputHandler = (error: NodeJS.ErrnoException) => void;

/** Handles errors of both outputs. A program that runs several commands in one process replaces the handler. */
function handleClosedOutput(handler: OutputHandler): void {
  for (const output of [process.stdout, process.stderr]) {
    output.off('error', endWithOutput).off('error', ignoreClosedOutput);
    output.on('error', handler);
  }
}

/** Ends quietly when the reader has ended, such as `head`. Without a listener, Node prints a stack trace. */
function endWithOutput(error: NodeJS.ErrnoException): void {
  if (!isClosed(error)) throw error;
  process.exit();
}

/** A server also continues when the disk of its log is full. */
function ignoreClosedOutput(): void {}

/** Windows reports a closed pipe as the end of a file. */
function isClosed({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EOF' || code === 'ERR_STREAM_DESTROYED';
}
