import { type Checks, must } from '@messaging-service/contract';
import { fail } from '../errors/errors.ts';
import { readOptions } from '../errors/read-options.ts';
import { isParsedJson, toBytes, type WebhookBody } from './body.ts';
import { bytesOfJson } from './json-bytes.ts';
import { minify } from './minify.ts';
import { macSync, macWeb, signedTail } from './signature.ts';
import { isTimestamp } from './timestamp.ts';

/**
 * The input of `sign` and `signSync`.
 *
 * @example
 * ```ts
 * import { sign } from '@messaging-service/webhooks';
 *
 * const headers = await sign({ body, secret, environment: 'production', timestamp: 1767259800 });
 * console.log(Object.keys(headers).length); // 3
 * ```
 */
export interface SignInput {
  /** The body as you will send it. The signature covers its minified form. See SIG-2. */
  readonly body: WebhookBody;
  /** The secret of the receiving account (`mo.mo_webhook_secret`), not empty. */
  readonly secret: string;
  /** The environment of origin, a header: printable ASCII. */
  readonly environment: string;
  /**
   * Epoch time of sending: seconds, or milliseconds if it has 12 digits or more. It is sent as you pass it. Default: now,
   * in seconds.
   */
  readonly timestamp?: number | string;
}

/** The headers of a signed request. See SIG-1. */
export type SignatureHeaders = {
  /** The MAC, base64. */
  readonly signature: string;
  /** Epoch time of sending, in digits. */
  readonly timestamp: string;
  /** The environment of origin. */
  readonly environment: string;
};

/** A header value that no HTTP library trims or rejects. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** A check for each member of the input. */
export const SIGN_CHECKS: Checks<SignInput> = {
  // Their errors have codes of their own, and do not show them.
  body: () => undefined,
  secret: () => undefined,
  environment: must(
    'printable ASCII without spaces at its ends, and not empty',
    (value) => typeof value === 'string' && HEADER_VALUE.test(value),
  ),
  timestamp: must('1 to 15 digits', (value) => isTimestamp(String(value))),
};

/**
 * Signs a webhook as the service does. It uses Web Crypto, so it works in every runtime.
 *
 * @param input - Body, secret, environment and time.
 * @returns The three headers to send with the body.
 * @throws {WebhookVerificationError} `missing_secret`, `invalid_options`, or a code of the body.
 * @see SIG-2.
 *
 * @example
 * ```ts
 * import { sign } from '@messaging-service/webhooks';
 *
 * const headers = await sign({ body, secret, environment: 'production' });
 * const webhook = new Request(url, { method: 'POST', headers: { ...headers }, body });
 * console.log((await handler(webhook)).status); // 200
 * ```
 */
export async function sign(input: SignInput): Promise<SignatureHeaders> {
  const { secret, bytes, tail, headers } = prepare(input);
  return { signature: await macWeb(secret, bytes, tail), ...headers };
}

/**
 * Signs a webhook synchronously. It uses node:crypto, so it works in Node 22.3 and later, Bun and Deno.
 *
 * @param input - Body, secret, environment and time.
 * @returns The three headers to send with the body.
 * @throws {WebhookVerificationError} as `sign` does, and `unsupported_runtime`.
 * @see SIG-2.
 *
 * @example
 * ```ts
 * import { signSync } from '@messaging-service/webhooks';
 *
 * const headers = signSync({ body, secret, environment: 'emulator', timestamp: 1767259800 });
 * console.log(Object.keys(headers));
 * ```
 */
export function signSync(input: SignInput): SignatureHeaders {
  const { secret, bytes, tail, headers } = prepare(input);
  return { signature: macSync(secret, bytes, tail), ...headers };
}

/** Checks the input, and returns what a signature covers and the headers beside it. */
function prepare(input: SignInput) {
  const {
    body,
    secret,
    environment,
    timestamp = Math.floor(Date.now() / 1000),
  } = readOptions(input, SIGN_CHECKS, 'environment');
  // JavaScript callers may pass a variable that is not set, which must not be signed as "undefined".
  if (typeof (secret as unknown) !== 'string' || secret === '') fail('missing_secret');
  if (isParsedJson(body) && bytesOfJson(body) === undefined)
    fail('parsed_body', 'The body is an object, and not the text that is sent.', {
      fix: 'Sign the text and send it: JSON.stringify(payload).',
    });
  const text = String(timestamp);
  const headers = { timestamp: text, environment };
  return { secret, bytes: minify(toBytes(body)), tail: signedTail(environment, text), headers };
}
