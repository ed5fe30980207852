import { fail } from '../errors/errors.ts';
import type { Verification, VerifiedWebhook } from '../event/event.ts';
import { parseContent } from '../event/parse.ts';
import { minify } from '../sign/minify.ts';
import { DECOMPRESS, describeCompression } from './compression.ts';
import { type Key, signerOf } from './keys.ts';
import type { SignedHeaders } from './signed-headers.ts';
import { examineSecret, TIDY, type UntidySecret } from './untidy-secret.ts';

/** A form of a body, and a secret that may have signed it. */
export interface Candidate {
  readonly matched: Verification['matched'];
  readonly body: Uint8Array;
  readonly secret: string;
}

/** Generates each form of a body with each secret, in the order in which they are tried. */
export function* candidates(raw: Uint8Array, secrets: readonly string[]): Generator<Candidate, void> {
  for (const [matched, body] of signedForms(raw))
    for (const secret of secrets) yield { matched, body, secret };
}

/**
 * Returns the event of a request whose signature has matched. The bytes that were signed are the ones that are parsed.
 *
 * @throws {WebhookVerificationError} if the body is not a payload, or another account has the secret.
 */
export function accept(
  { matched, body, secret }: Candidate,
  { timestamp, environment }: SignedHeaders,
  keys: readonly Key[],
): VerifiedWebhook {
  const content = parseContent(body);
  const account = signerOf(content.payload, secret, keys);
  return { ...content, verified: true, matched, timestamp, environment, account };
}

/**
 * Finds the secrets that contain extra characters, such as a line break, when no secret matches the signature.
 *
 * @throws {WebhookVerificationError} `signature_mismatch` if the body is compressed, or no secret contains extra characters.
 */
export function suspectsOf(
  headers: unknown,
  raw: Uint8Array,
  keys: readonly Key[],
): readonly [UntidySecret, ...UntidySecret[]] {
  const compression = describeCompression(headers, raw);
  if (compression !== undefined) fail('signature_mismatch', compression, { fix: DECOMPRESS });
  const [first, ...others] = keys.flatMap(({ secret }) => examineSecret(secret) ?? []);
  return first === undefined ? fail('signature_mismatch') : [first, ...others];
}

/**
 * Refuses a request that does not match, because a secret probably contains extra characters.
 *
 * @param meant - The secret without extra characters that matches the signature; `undefined` if none does.
 * @throws {WebhookVerificationError} `signature_mismatch`, with what was found.
 */
export function refuseSuspects(
  suspects: readonly [UntidySecret, ...UntidySecret[]],
  meant: Candidate | undefined,
): never {
  const { finding } = suspects.find(({ tidy }) => tidy === meant?.secret) ?? suspects[0];
  fail(
    'signature_mismatch',
    meant === undefined
      ? `No secret produces this signature. One of them ${finding}.`
      : `The secret ${finding}; without that, the signature matches.`,
    { fix: TIDY },
  );
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
