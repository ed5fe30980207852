import { readFileSync } from 'node:fs';
import { UsageError } from './command-line.ts';

/** Where a secret is looked for when the command line gives none. */
const VARIABLE = 'MESSAGING_WEBHOOK_SECRET';

/** The options that give secrets. */
export const SECRET_OPTIONS = {
  secret: { type: 'string', multiple: true },
  'secret-file': { type: 'string', multiple: true },
} as const;

/** What they were given. */
export interface SecretValues {
  readonly secret?: readonly string[] | undefined;
  readonly 'secret-file'?: readonly string[] | undefined;
}

/** How they are explained. */
export const SECRET_USAGE = `  --secret <text>         the account's mo_webhook_secret; others on this machine can see it in the list of processes
  --secret-file <file>    a file that holds it; one line break at its end is left out
                          without either, ${VARIABLE} is taken from the environment
`;

/**
 * Finds the secrets; they are never printed.
 *
 * @param values - What the command line gives.
 * @returns None when there are none.
 * @throws UsageError for files that cannot be read, and for secrets that are empty.
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
  if (found.includes('')) throw new UsageError('A secret is empty: is its variable set?');
  return found;
}

/**
 * As {@link findSecrets}, where there must be one.
 *
 * @param values - What the command line gives.
 */
export function needSecrets(values: SecretValues): readonly string[] {
  const found = findSecrets(values);
  if (found.length > 0) return found;
  throw new UsageError(`No secret: give --secret-file, --secret, or set ${VARIABLE}.`);
}

/**
 * Reads a file, or standard input for `-`.
 *
 * @param option - Who asks, for the message.
 * @param file - Its path.
 */
export function readInput(option: string, file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read: ${(error as Error).message}`);
  }
}
