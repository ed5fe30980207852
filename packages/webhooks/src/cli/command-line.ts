import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Something wrong with the command line, in words for the person who typed it. */
export class UsageError extends Error {}

/** How a command ended: 0 it is as it should be, 1 it is not, 2 the command line makes no sense. */
export type ExitCode = 0 | 1 | 2;

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/**
 * Reads the arguments of a command.
 *
 * @param args - Those after the command's name.
 * @param options - What it takes.
 * @param most - How many arguments without a name it takes.
 * @throws UsageError in words of Node, which name options and never show their values.
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
    throw new UsageError((error as Error).message);
  }
  // Not shown: a secret with a space in it, unquoted, ends up here.
  if (parsed.positionals.length > most)
    throw new UsageError(
      `There are ${parsed.positionals.length - most} arguments too many; quote values with spaces.`,
    );
  return parsed;
}

/**
 * Reads a number that is not negative.
 *
 * @param option - Its name, for the message.
 * @param text - As typed.
 * @param most - The largest that makes sense.
 */
export function readNumber(option: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= most) return value;
  throw new UsageError(`${option} ${text} is not a whole number from 0 to ${most}.`);
}
