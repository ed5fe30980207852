import { verifySync, WebhookVerificationError } from '@messaging-service/webhooks';
import { type CorpusBody, corpus, largeCorpus, stripped } from '../../packages/webhooks/test/corpus.ts';
import { headersOf, macOf } from '../../packages/webhooks/test/requests.ts';
import { ENVIRONMENT, SECRET, SENT_AT, TIMESTAMP } from '../../packages/webhooks/test/samples.ts';

/** A signed request, and whether a verifier must accept it. */
interface WebhookCase {
  readonly title: string;
  /** The bytes of the body, in base64. */
  readonly body: string;
  /** The signing headers that the request has. */
  readonly headers: Readonly<Record<string, string>>;
  readonly accepted: boolean;
}

/** Requests on which verifiers in every language agree. */
export interface WebhookCases {
  readonly secret: string;
  /** The current time in seconds since the epoch. */
  readonly now: number;
  /** The accepted distance of the timestamp from it, in seconds. */
  readonly tolerance: number;
  readonly cases: readonly WebhookCase[];
}

type Headers = Readonly<Record<string, string>>;

const TOLERANCE = 300;

/** The cases of examples/webhook-cases.json. */
export function webhookCases(): WebhookCases {
  return asDocument([...corpus.flatMap(casesOfBody), ...casesOfHeaders()]);
}

/** The same cases, large bodies, and every body with a change at each of its bytes. */
export function allWebhookCases(): WebhookCases {
  const { cases } = webhookCases();
  return asDocument([
    ...cases,
    ...largeCorpus.flatMap(casesOfBody),
    ...corpus.flatMap((body) => [...changesOf(body)]),
  ]);
}

function asDocument(cases: readonly WebhookCase[]): WebhookCases {
  return { secret: SECRET, now: SENT_AT / 1000, tolerance: TOLERANCE, cases };
}

function casesOfBody({ title, bytes }: CorpusBody): WebhookCase[] {
  const changed = Uint8Array.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed[middle] = (bytes[middle] ?? 0) ^ 1;
  return [
    decide(`${title}, signed as sent`, bytes, headersOf(bytes)),
    decide(`${title}, signed minified`, bytes, headersOf(stripped(bytes))),
    decide(`${title}, with a changed byte`, changed, headersOf(bytes)),
    decide(`${title}, with a space at the end`, Buffer.concat([bytes, Buffer.from(' ')]), headersOf(bytes)),
  ];
}

function* changesOf({ title, bytes }: CorpusBody): Generator<WebhookCase> {
  const headers = headersOf(stripped(bytes));
  for (const [index, byte] of bytes.entries()) {
    for (const other of [byte ^ 1, 0x20, 0x22]) {
      const changed = Uint8Array.from(bytes);
      changed[index] = other;
      yield decide(`${title}, byte ${index} as ${other}`, changed, headers);
    }
  }
}

function casesOfHeaders(): WebhookCase[] {
  const body = Buffer.from('{"message":"YES"}');
  const at = (timestamp: string, environment = ENVIRONMENT): Headers => ({
    signature: macOf(body, { environment, timestamp }),
    timestamp,
    environment,
  });
  const signature = macOf(body);
  const headers: Readonly<Record<string, Headers>> = {
    'another secret': { ...headersOf(body), signature: macOf(body, { secret: 'another secret' }) },
    'another environment than was signed': { ...headersOf(body), environment: 'test' },
    'another timestamp than was signed': { ...headersOf(body), timestamp: String(Number(TIMESTAMP) + 1) },
    'an environment with a full stop': at(TIMESTAMP, 'eu.production'),
    'an empty environment': at(TIMESTAMP, ''),
    'a timestamp in milliseconds': at(String(SENT_AT)),
    'a timestamp in milliseconds with a fraction of a second': at(String(SENT_AT + 123)),
    'a timestamp that is 300 seconds old': at(String(Number(TIMESTAMP) - TOLERANCE)),
    'a timestamp that is 301 seconds old': at(String(Number(TIMESTAMP) - TOLERANCE - 1)),
    'a timestamp 300 seconds ahead': at(String(Number(TIMESTAMP) + TOLERANCE)),
    'a timestamp 301 seconds ahead': at(String(Number(TIMESTAMP) + TOLERANCE + 1)),
    'a timestamp in milliseconds that is 300.001 seconds old': at(String(SENT_AT - TOLERANCE * 1000 - 1)),
    'a timestamp with leading zeros': at(`00${TIMESTAMP}`),
    'a timestamp with a sign': at(`+${TIMESTAMP}`),
    'a timestamp with a fraction': at(`${TIMESTAMP}.0`),
    'a timestamp with an exponent': at('1e9'),
    'a timestamp with 16 digits': at('1767259800000000'),
    'a timestamp with an underscore': at('1_767_259_800'),
    'a timestamp in other digits': at('١٧٦٧٢٥٩٨٠٠'),
    'an empty timestamp': at(''),
    'no signature': { timestamp: TIMESTAMP, environment: ENVIRONMENT },
    'no timestamp': { signature, environment: ENVIRONMENT },
    'no environment': { signature, timestamp: TIMESTAMP },
    'an empty signature': { ...headersOf(body), signature: '' },
    'a signature without padding': { ...headersOf(body), signature: signature.slice(0, -1) },
    'a signature in hexadecimal': {
      ...headersOf(body),
      signature: Buffer.from(signature, 'base64').toString('hex'),
    },
    'a signature in another case': { ...headersOf(body), signature: signature.toUpperCase() },
    'a signature with more after it': { ...headersOf(body), signature: `${signature}A` },
    'a signature with other unused bits': { ...headersOf(body), signature: withOtherUnusedBits(signature) },
  };
  return Object.entries(headers).map(([title, one]) => decide(title, body, one));
}

/** The same bytes in base64, with another last character that decodes to the same value. */
function withOtherUnusedBits(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = alphabet.indexOf(signature.charAt(42));
  return `${signature.slice(0, 42)}${alphabet.charAt(last ^ 1)}=`;
}

/** The verdict comes from the verifier of the packages. */
function decide(title: string, bytes: Uint8Array, headers: Headers): WebhookCase {
  return { title, body: Buffer.from(bytes).toString('base64'), headers, accepted: accepts(bytes, headers) };
}

function accepts(body: Uint8Array, headers: Headers): boolean {
  try {
    return verifySync({ body, headers }, { secrets: SECRET, now: SENT_AT, tolerance: TOLERANCE }).verified;
  } catch (error) {
    // A body that is not JSON still has a valid signature.
    if (error instanceof WebhookVerificationError) return error.code === 'invalid_json';
    throw error;
  }
}
