import { suspectsOf } from './altered-bodies.ts';
import { SEARCHED_BYTES, searchByte } from './search-byte.ts';
import { type Difference, firstDifference, isSigned, type Signed } from './signature.ts';

/** What makes a signature match that does not match the request as received. */
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
 * Finds out why a signature does not match, as far as it can be told: a MAC says no more than yes or no, so whatever
 * commonly goes wrong is undone, one thing at a time, until it says yes. That is proof, for nobody finds one by chance.
 *
 * @param body - The body as received.
 * @param signed - What the headers say.
 * @param secrets - Those that should fit.
 * @param sent - The body as it was sent, where somebody knows it.
 */
export function explainMismatch(
  body: Buffer,
  signed: Signed,
  secrets: readonly string[],
  sent: Buffer | undefined,
): Explanation {
  return (
    explainSecret(body, signed, secrets) ??
    explainHeaders(body, signed, secrets) ??
    (sent === undefined ? explainBody(body, signed, secrets) : compare(body, signed, secrets, sent)) ?? {
      altered: 'unknown',
      isSearched: body.length <= SEARCHED_BYTES,
    }
  );
}

/** Knowing what was sent tells the two apart for certain: either the body is another one, or what it was signed with. */
function compare(body: Buffer, signed: Signed, secrets: readonly string[], sent: Buffer): Explanation {
  if (!isSigned(sent, signed, secrets)) return { altered: 'secret-or-header' };
  return { altered: 'body', how: 'as it was sent', difference: firstDifference(body, sent) };
}

function explainSecret(body: Buffer, signed: Signed, secrets: readonly string[]): Explanation | undefined {
  for (const secret of secrets) {
    const variants: Readonly<Record<string, string | Buffer>> = {
      'without the white space at its ends': secret.trim(),
      'with a line break at its end': `${secret}\n`,
      'without the quotes around it': secret.replace(/^(["'])(.*)\1$/s, '$2'),
      'decoded from base64': Buffer.from(secret, 'base64'),
      'decoded from hexadecimal digits': Buffer.from(secret, 'hex'),
      'in capitals': secret.toUpperCase(),
      'in lower case': secret.toLowerCase(),
    };
    for (const [how, key] of Object.entries(variants))
      if (isSigned(body, signed, [key])) return { altered: 'secret', how };
  }
  return undefined;
}

function explainHeaders(body: Buffer, signed: Signed, secrets: readonly string[]): Explanation | undefined {
  const { environment, timestamp } = signed;
  const fits = (others: Partial<Signed>) => isSigned(body, { ...signed, ...others }, secrets);
  const environments = [
    environment.trim(),
    environment.toLowerCase(),
    environment.toUpperCase(),
    ...ENVIRONMENTS,
  ];
  const origin = environments.find((name) => fits({ environment: name }));
  if (origin !== undefined) return { altered: 'environment', signed: origin };
  const times = [`${timestamp}000`, timestamp.slice(0, -3), timestamp.replace(/^0+/, '')];
  const time = times.find((text) => fits({ timestamp: text }));
  return time === undefined ? undefined : { altered: 'timestamp', signed: time };
}

function explainBody(body: Buffer, signed: Signed, secrets: readonly string[]): Explanation | undefined {
  const [change, suspect] =
    [...suspectsOf(body)].find(([, bytes]) => isSigned(bytes, signed, secrets)) ??
    (['a single byte changed', searchByte(body, signed, secrets)] as const);
  if (suspect === undefined) return undefined;
  return { altered: 'body', how: `with ${change}`, difference: firstDifference(body, suspect) };
}
