import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '@messaging-service/contract';
import { UsageError } from './usage-error.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<T extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>
>;

/** The options that `runCommand` reads. */
const SHARED = ['help', 'version'];

/** What a command knows about arguments that `readArguments` refuses. */
interface Advice<Values> {
  /** The maximum number of arguments without a name. Default: 0. */
  readonly most?: number;
  /** Explains an option that does not exist and is not misspelled. */
  readonly ofOption?: (name: string) => string | undefined;
  /**
   * Explains an argument without a name that is unexpected. By default, such arguments are not shown, because they can be parts of a
   * secret with spaces that was not quoted.
   */
  readonly ofArgument?: (argument: string, values: Values) => string | undefined;
}

/**
 * Reads the arguments of a command.
 *
 * @param args - The arguments after the name of the command.
 * @param options - The options that it accepts besides `--help` and `--version`.
 * @throws {UsageError} with a message that names options and never shows their values.
 */
export function readArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  { most = 0, ofOption, ofArgument }: Advice<Parsed<T>['values']> = {},
): Parsed<T> {
  let parsed: Parsed<T>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw explained(error as Error, [...Object.keys(options), ...SHARED], ofOption);
  }
  const [first, ...others] = parsed.positionals.slice(most);
  if (first === undefined) return parsed;
  const advice = ofArgument?.(first, parsed.values);
  if (advice !== undefined) throw new UsageError(advice);
  const count = others.length === 0 ? '1 argument is' : `${others.length + 1} arguments are`;
  throw new UsageError(`${count} unexpected. Quote values that contain spaces.`, { needsHelp: true });
}

/** Node explains how to pass an unknown option as an argument, but it is usually misspelled. */
function explained(
  { message }: Error,
  names: readonly string[],
  adviceOf: (name: string) => string | undefined = () => undefined,
): UsageError {
  const [sentence, name] = /^Unknown option '--?([^']*)'/.exec(message) ?? [];
  if (sentence === undefined || name === undefined) return new UsageError(message, { needsHelp: true });
  const nearest = nearestName(name, names);
  const advice = nearest === undefined ? adviceOf(name) : `Did you mean --${nearest}?`;
  return advice === undefined
    ? new UsageError(`${sentence}.`, { needsHelp: true })
    : new UsageError(`${sentence}. ${advice}`);
}
