import { fail } from '../errors/errors.ts';
import type { Verification, VerifiedWebhook } from '../event/event.ts';
import { parseContent } from '../event/parse.ts';
import { minify } from '../sign/minify.ts';
import { DECOMPRESS, describeCompression } from './compression.ts';
import { headersOf } from './headers.ts';
import { lookUpKeys, signerOf } from './keys.ts';
import type { ResolvedVerifyOptions } from './options.ts';
import type { LambdaEvent, UnreadRequest, WebhookRequest } from './request.ts';
import { checkSignedHeaders } from './signed-headers.ts';
import { examineSecret, TIDY } from './untidy-secret.ts';

/** A value, or its promise. */
type Eventually<Value> = Value | Promise<Value>;

/**
 * Verifies a request, without deciding how to wait: it yields each value that may be a promise, and expects the value
 * that the promise resolves to in return. `verify` awaits these values, and `verifySync` requires that none of them is a
 * promise.
 *
 * @param request - The request.
 * @param options - The options.
 * @param readBody - Reads the body.
 * @param mac - Computes a signature: `macWeb` or `macSync`.
 * @throws {WebhookVerificationError} with a code for each reason why a request is not verified.
 * @see SIG-2 and SIG-3.
 */
export function* verification<Request extends WebhookRequest | UnreadRequest | LambdaEvent>(
  request: Request,
  options: ResolvedVerifyOptions,
  readBody: (request: Request) => Eventually<Uint8Array>,
  mac: (secret: string, body: Uint8Array, tail: string) => Eventually<string>,
): Generator<unknown, VerifiedWebhook, unknown> {
  const headers = headersOf(request);
  const { signature, tail, timestamp, environment } = checkSignedHeaders(headers, options);
  const raw = (yield readBody(request)) as Uint8Array;
  const keys =
    typeof options.keys === 'function' ? yield* lookUpKeys(options.keys, headers, raw) : options.keys;
  const find = (secrets: readonly string[]) =>
    findSigned(raw, secrets, signature, (secret, body) => mac(secret, body, tail));
  const signed = yield* find(keys.map(({ secret }) => secret));
  if (signed !== undefined) {
    const { matched, body, secret } = signed;
    // The bytes that were signed are the ones that are parsed.
    const content = parseContent(body);
    const account = signerOf(content.payload, secret, keys);
    return { ...content, verified: true, matched, timestamp, environment, account };
  }
  const compression = describeCompression(headers, raw);
  if (compression !== undefined) fail('signature_mismatch', compression, { fix: DECOMPRESS });
  const untidy = keys.flatMap(({ secret }) => examineSecret(secret) ?? []);
  const meant = (yield* find(untidy.map(({ tidy }) => tidy)))?.secret;
  const [suspect] = untidy.filter(({ tidy }) => meant === undefined || tidy === meant);
  if (suspect === undefined) fail('signature_mismatch');
  const { finding } = suspect;
  fail(
    'signature_mismatch',
    meant === undefined
      ? `No secret produces this signature. One of them ${finding}.`
      : `The secret ${finding}; without that, the signature matches.`,
    { fix: TIDY },
  );
}

/** A form of a body with the secret that signed it. */
interface Signed {
  readonly matched: Verification['matched'];
  readonly body: Uint8Array;
  readonly secret: string;
}

/** Finds the form of a body that one of the secrets signed. */
function* findSigned(
  raw: Uint8Array,
  secrets: readonly string[],
  signature: string,
  mac: (secret: string, body: Uint8Array) => Eventually<string>,
): Generator<unknown, Signed | undefined, unknown> {
  for (const [matched, body] of signedForms(raw))
    for (const secret of secrets)
      if (equalsInConstantTime((yield mac(secret, body)) as string, signature))
        return { matched, body, secret };
  return undefined;
}

/**
 * Generates the forms of a body that may have been signed, the second one only if the first one did not match: the body as
 * received, and its minified form. See SIG-2.
 */
function* signedForms(raw: Uint8Array): Generator<readonly [Verification['matched'], Uint8Array], void> {
  yield ['raw', raw];
  const minified = minify(raw);
  if (minified !== raw) yield ['minified', minified];
}

/**
 * Compares two texts in a time that does not depend on their content, so it does not reveal how much of a guess was
 * correct. It compares the encoded texts and not the bytes, because base64 can write the same bytes in several ways.
 *
 * @param expected - The signature as computed.
 * @param received - The signature as received.
 */
export function equalsInConstantTime(expected: string, received: string): boolean {
  let difference = expected.length ^ received.length;
  for (let index = 0; index < expected.length; index++) {
    difference |= expected.charCodeAt(index) ^ received.charCodeAt(index);
  }
  return difference === 0;
}
