import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '@messaging-service/contract';

/** An error in the command line. Its message is printed. */
export class UsageError extends Error {}

/** The exit code of a command: 0 success, 1 failure of the request, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2;

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/**
 * Reads the arguments of a command.
 *
 * @param args - The arguments after the name of the command.
 * @param options - The options that it accepts.
 * @param most - The maximum number of arguments without a name.
 * @throws {UsageError} with a message that names options and never shows their values.
 */
export function readArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  most: 0 | 1,
): Parsed<T> {
  let parsed: Parsed<T>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(explain(error as Error, Object.keys(options)));
  }
  // The arguments are not shown, because they may be parts of an unquoted secret with spaces.
  if (parsed.positionals.length > most)
    throw new UsageError(
      `There are ${parsed.positionals.length - most} unexpected arguments. Quote values that contain spaces.`,
    );
  return parsed;
}

/** Node explains how to pass an unknown option as an argument, but it is usually misspelled. */
function explain({ message }: Error, names: readonly string[]): string {
  const [sentence, name] = /^Unknown option '--([^']*)'/.exec(message) ?? [];
  if (sentence === undefined || name === undefined) return message;
  const nearest = nearestName(name, names);
  return `${sentence}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`;
}

/**
 * Reads a number that is not negative.
 *
 * @param option - The name of the option, for the message.
 * @param text - The value as typed.
 * @param most - The largest valid number.
 */
export function readNumber(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new UsageError(`${option} must be a whole number from 0 to ${most}; got ${text}.`);
}
