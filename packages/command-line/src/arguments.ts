import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '@messaging-service/contract';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/** The options that `runCommand` reads. */
const SHARED = ['help', 'version'];

/**
 * Reads the arguments of a command.
 *
 * @param args - The arguments after the name of the command.
 * @param options - The options that it accepts besides `--help` and `--version`.
 * @param most - The maximum number of arguments without a name.
 * @throws {UsageError} with a message that names options and never shows their values.
 */
export function readArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  most = 0,
): Parsed<T> {
  let parsed: Parsed<T>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(explain(error as Error, [...Object.keys(options), ...SHARED]));
  }
  // The arguments are not shown, because they may be parts of an unquoted secret with spaces.
  const excess = parsed.positionals.length - most;
  if (excess > 0)
    throw new UsageError(
      `${excess} ${excess === 1 ? 'argument is' : 'arguments are'} unexpected. Quote values that contain spaces.`,
    );
  return parsed;
}

/** Node explains how to pass an unknown option as an argument, but it is usually misspelled. */
function explain({ message }: Error, names: readonly string[]): string {
  const [sentence, name] = /^Unknown option '--?([^']*)'/.exec(message) ?? [];
  if (sentence === undefined || name === undefined) return message;
  const nearest = nearestName(name, names);
  return `${sentence}.${nearest === undefined ? '' : ` Did you mean --${nearest}?`}`;
}
