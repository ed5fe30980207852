import { type SignatureHeaders, type SignInput, sign } from '../sign/sign.ts';

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
 * Creates a signed webhook for the tests of an endpoint.
 *
 * @param payload - The payload, or its JSON as a text that is sent unchanged.
 * @param options - The secret, and optionally environment and time.
 * @returns A request that `verify` accepts with the same secret.
 * @throws {WebhookVerificationError} `missing_secret` or `invalid_options`.
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
  const { environment = 'test', ...rest } =
    (options as SignTestWebhookOptions | undefined) ?? ({} as SignTestWebhookOptions);
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const headers = await sign({ ...rest, environment, body });
  return { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
}
