import { kindOf } from '@messaging-service/contract';
import { fail } from '../errors/errors.ts';
import { readOptions } from '../errors/read-options.ts';
import { isParsedJson, toBytes } from '../sign/body.ts';
import { bytesOfJson } from '../sign/json-bytes.ts';
import { SIGN_CHECKS, type SignatureHeaders, type SignInput, sign } from '../sign/sign.ts';

/**
 * Options of `signTestWebhook`.
 *
 * @example
 * ```ts
 * import { signTestWebhook } from '@messaging-service/webhooks';
 *
 * const webhook = await signTestWebhook(payload, { secret, environment: 'staging' });
 * console.log((await handler(new Request(url, webhook))).status); // 200
 * ```
 */
export interface SignTestWebhookOptions extends Pick<SignInput, 'secret' | 'timestamp'> {
  /** The environment of origin. Default: `test`. */
  readonly environment?: string;
}

/** A signed request: the second argument of `fetch` and `Request`, and the first argument of `verify`. */
export interface SignedTestWebhook {
  /** Webhooks are POST requests. See WHK-1. */
  readonly method: 'POST';
  /** The signing headers and the content type. */
  readonly headers: SignatureHeaders & {
    /** The body is JSON. */
    readonly 'content-type': 'application/json';
  };
  /** The signed body. */
  readonly body: string;
}

/**
 * Creates a signed webhook to test your endpoint.
 *
 * @param payload - The payload, or its JSON as text or bytes that are sent unchanged: a string, a Buffer, a Blob.
 * @param options - The secret, and optionally environment and time.
 * @returns A request that `verify` accepts with the same secret.
 * @throws {WebhookVerificationError} `missing_secret` or `invalid_options`; `invalid_body` for a value that cannot be a payload,
 * such as a Map, a promise or an instance of a class.
 * @see SIG-2.
 *
 * @example
 * ```ts
 * import { signTestWebhook } from '@messaging-service/webhooks';
 *
 * const response = await handler(new Request(url, await signTestWebhook(payload, { secret })));
 * console.assert(response.status === 200);
 * ```
 */
export async function signTestWebhook(
  payload: object | string,
  options: SignTestWebhookOptions,
): Promise<SignedTestWebhook> {
  // JavaScript callers may pass nothing.
  const given = (options as SignTestWebhookOptions | undefined) === undefined ? {} : options;
  const { body: _, ...checks } = SIGN_CHECKS;
  const { environment = 'test', ...rest } = readOptions<SignTestWebhookOptions>(given, checks);
  const body = await bodyOf(payload);
  const headers = await sign({ ...rest, environment, body });
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
}

async function bodyOf(payload: unknown): Promise<string> {
  if (typeof payload === 'string') return payload;
  if (payload instanceof Blob) return textOf(new Uint8Array(await payload.arrayBuffer()));
  if (isParsedJson(payload)) {
    const bytes = bytesOfJson(payload);
    return bytes === undefined ? jsonOf(payload) : textOf(bytes);
  }
  if (ArrayBuffer.isView(payload) || isBuffer(payload)) return textOf(toBytes(payload));
  // JSON.stringify would write `{}` for a Map or a promise, and nothing for a function.
  fail('invalid_body', `The payload is ${kindOf(payload)}, which is not a payload.`, {
    fix: 'Pass an object such as buildInboundMessage(), or its JSON as text or bytes.',
  });
}

function jsonOf(payload: object): string {
  try {
    return JSON.stringify(payload);
  } catch (cause) {
    // A circular reference, a BigInt, a getter that throws.
    fail('invalid_body', 'The payload cannot be written as JSON.', { cause, fix: 'See the cause.' });
  }
}

/** Buffers of another realm are not instances of the classes of this one. */
function isBuffer(value: unknown): value is ArrayBuffer {
  return /^\[object (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));
}

/** The body of a request is text, so other bytes cannot be sent unchanged. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    fail('invalid_body', 'The bytes of the payload are not UTF-8.', {
      fix: 'Save the JSON as UTF-8, or sign the bytes with sign().',
    });
  }
}
