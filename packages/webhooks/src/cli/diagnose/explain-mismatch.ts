import { possibleOriginals } from './possible-originals.ts';
import { MAX_SEARCHED_BYTES, searchByte } from './search-byte.ts';
import { type Difference, firstDifference, isSigned, type SigningHeaders } from './signature.ts';

/** The change of the request or of the secret with which the signature matches. */
export type Explanation =
  | { readonly altered: 'secret'; readonly how: string }
  | { readonly altered: 'environment' | 'timestamp'; readonly signed: string }
  | { readonly altered: 'body'; readonly how: string; readonly difference: Difference }
  | { readonly altered: 'secret-or-header' }
  | { readonly altered: 'unknown'; readonly isSearched: boolean };

const ENVIRONMENTS = [
  'production',
  'prod',
  'live',
  'sandbox',
  'staging',
  'test',
  'development',
  'dev',
  'emulator',
];

/**
 * Finds out why a signature does not match. A MAC only says whether it matches, so this reverts each common change, one at
 * a time, until the signature matches. A match is proof, because a match by chance is practically impossible.
 *
 * @param body - The body as received.
 * @param signed - The signing headers.
 * @param secrets - The secrets of the account.
 * @param sent - The body as it was sent, if it is known.
 */
export function explainMismatch(
  body: Buffer,
  signed: SigningHeaders,
  secrets: readonly string[],
  sent: Buffer | undefined,
): Explanation {
  return (
    explainSecret(body, signed, secrets) ??
    explainHeaders(body, signed, secrets) ??
    (sent === undefined ? explainBody(body, signed, secrets) : compare(body, signed, secrets, sent)) ?? {
      altered: 'unknown',
      isSearched: body.length <= MAX_SEARCHED_BYTES,
    }
  );
}

/** With the body as it was sent, the result is certain: either the body was changed, or the secret or a header is wrong. */
function compare(
  body: Buffer,
  signed: SigningHeaders,
  secrets: readonly string[],
  sent: Buffer,
): Explanation {
  if (!isSigned(sent, signed, secrets)) return { altered: 'secret-or-header' };
  return { altered: 'body', how: 'as it was sent', difference: firstDifference(body, sent) };
}

function explainSecret(
  body: Buffer,
  signed: SigningHeaders,
  secrets: readonly string[],
): Explanation | undefined {
  for (const secret of secrets) {
    const variants: Readonly<Record<string, string | Buffer>> = {
      'without the whitespace at its ends': secret.trim(),
      'with a line break at its end': `${secret}\n`,
      'without the quotes around it': secret.replace(/^(["'])(.*)\1$/s, '$2'),
      'decoded from base64': Buffer.from(secret, 'base64'),
      'decoded from hexadecimal digits': Buffer.from(secret, 'hex'),
      'in upper case': secret.toUpperCase(),
      'in lower case': secret.toLowerCase(),
    };
    for (const [how, key] of Object.entries(variants))
      if (isSigned(body, signed, [key])) return { altered: 'secret', how };
  }
  return undefined;
}

function explainHeaders(
  body: Buffer,
  signed: SigningHeaders,
  secrets: readonly string[],
): Explanation | undefined {
  const { environment, timestamp } = signed;
  const matches = (others: Partial<SigningHeaders>) => isSigned(body, { ...signed, ...others }, secrets);
  const environments = [
    environment.trim(),
    environment.toLowerCase(),
    environment.toUpperCase(),
    ...ENVIRONMENTS,
  ];
  const origin = environments.find((name) => matches({ environment: name }));
  if (origin !== undefined) return { altered: 'environment', signed: origin };
  const times = [`${timestamp}000`, timestamp.slice(0, -3), timestamp.replace(/^0+/, '')];
  const time = times.find((text) => matches({ timestamp: text }));
  return time === undefined ? undefined : { altered: 'timestamp', signed: time };
}

function explainBody(
  body: Buffer,
  signed: SigningHeaders,
  secrets: readonly string[],
): Explanation | undefined {
  const [change, original] =
    [...possibleOriginals(body)].find(([, bytes]) => isSigned(bytes, signed, secrets)) ??
    (['a single byte changed', searchByte(body, signed, secrets)] as const);
  if (original === undefined) return undefined;
  return { altered: 'body', how: `with ${change}`, difference: firstDifference(body, original) };
}
