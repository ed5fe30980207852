import { readFileSync } from 'node:fs';
import { decodeFile, UsageError } from '@messaging-service/command-line';

/** The environment variable for the secret, if the command line has none. */
const VARIABLE = 'MESSAGING_WEBHOOK_SECRET';

/** The options for secrets. */
export const SECRET_OPTIONS = {
  secret: { type: 'string', multiple: true },
  'secret-file': { type: 'string', multiple: true },
} as const;

/** The values of these options. */
export type SecretValues = Partial<Record<keyof typeof SECRET_OPTIONS, readonly string[] | undefined>>;

/** The help for these options. */
export const SECRET_USAGE = `  --secret <text>         the account's mo_webhook_secret; other users of this machine can see it in the process list
  --secret-file <file>    a file that contains it; one line break at its end is ignored
                          default: the environment variable ${VARIABLE}
`;

/**
 * Returns the secrets, which are never printed.
 *
 * @param values - The options of the command line.
 * @returns The secrets; an empty list if there are none.
 * @throws {UsageError} for files that cannot be read, and for empty secrets.
 */
export function findSecrets(values: SecretValues): readonly string[] {
  const given = [
    ...(values.secret ?? []),
    ...(values['secret-file'] ?? []).map((file) =>
      readInput('--secret-file', file)
        .toString('utf8')
        .replace(/\r?\n$/, ''),
    ),
  ];
  const { [VARIABLE]: variable = '' } = process.env;
  const found = given.length > 0 || variable === '' ? given : [variable];
  if (found.includes(''))
    throw new UsageError('A secret is empty. Check that its environment variable is set.');
  return found;
}

/**
 * Reads a file, or standard input for `-`, as UTF-8 without a byte order mark.
 *
 * @param option - The name of the option, for the message.
 * @param file - The path of the file.
 */
export function readInput(option: string, file: string): Buffer<ArrayBuffer> {
  let bytes: Buffer<ArrayBuffer>;
  try {
    bytes = readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read: ${(error as Error).message}`);
  }
  return decodeFile(`${option} ${file}`, bytes);
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
