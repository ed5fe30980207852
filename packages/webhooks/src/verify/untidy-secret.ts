/**
 * Characters that copying adds at either end: white space, byte order marks, invisible characters, and quotes. At the end, also a
 * line break that is written as `\n`.
 */
const LEADING = /^[\s\p{Cc}\p{Cf}"'`\u2018-\u201f]+/u;
const TRAILING = /(?:[\s\p{Cc}\p{Cf}"'`\u2018-\u201f]|\\[rn])+$/u;

const NAMES: Readonly<Record<string, string>> = {
  '\n': 'a line break',
  '\r': 'a line break',
  '\\n': 'a line break that is written as \\n',
  '\\r': 'a line break that is written as \\r',
  '\t': 'a tab',
  ' ': 'a space',
  '\u00a0': 'a no-break space',
  '\ufeff': 'a byte order mark',
  '"': 'a quote',
  "'": 'a quote',
  '`': 'a quote',
};

/** What to do about such a secret. */
export const TIDY =
  'Remove these characters from the file or the environment variable that holds the secret, unless they belong to it.';

/** A secret that begins or ends with characters that were probably not meant. */
export interface UntidySecret {
  /** The secret without them. */
  readonly tidy: string;
  /** What was found, such as `ends with a line break`; nothing of the secret itself. */
  readonly finding: string;
}

/**
 * Examines the ends of a secret. A secret from a file or an environment variable often has a line break or quotes too many.
 *
 * @param secret - The secret.
 * @returns What was found; `undefined` if there is nothing.
 */
export function examineSecret(secret: string): UntidySecret | undefined {
  const tidy = secret.replace(LEADING, '').replace(TRAILING, '');
  if (tidy === secret || tidy === '') return undefined;
  const start = secret.indexOf(tidy);
  const ends = [
    ['begins', secret.slice(0, start)],
    ['ends', secret.slice(start + tidy.length)],
  ] as const;
  const findings = ends
    .filter(([, characters]) => characters !== '')
    .map(([verb, characters]) => `${verb} with ${nameOf(characters)}`);
  return { tidy, finding: findings.join(' and ') };
}

function nameOf(characters: string): string {
  const names = Array.from(
    characters.match(/\\?./gsu) ?? [],
    (character) => NAMES[character] ?? 'an invisible character',
  );
  return [...new Set(names)].join(' and ');
}
