import { ERRORS, type ErrorCode, type Issue } from '@messaging-service/contract';

/** A failure of a mocked call, created by {@link refuse} or {@link lose}. */
export abstract class MockFailure {
  // Without a member of its own, the type would accept any object.
  protected abstract readonly kind: string;
}

/** A response with a status of 400 or more. */
export class Refusal extends MockFailure {
  protected readonly kind = 'refusal';
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, headers: Readonly<Record<string, string>>) {
    super();
    this.status = status;
    this.text = text;
    this.headers = headers;
  }
}

/** A missing response. */
export class Loss extends MockFailure {
  protected readonly kind = 'loss';
  readonly maybeSent: boolean;

  constructor(maybeSent: boolean) {
    super();
    this.maybeSent = maybeSent;
  }
}

/**
 * Options of {@link refuse}.
 *
 * @example
 * ```ts
 * import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
 *
 * const client = createMockMessagingClient();
 * const issues = [{ path: 'messages.0.body', message: 'must not be empty' }];
 * client.on('messages.send', refuse('invalid_request', { status: 422, issues, headers: { 'x-request-id': '7' } }));
 * const message = { to: '447700900123', from: { type: 'shared' }, body: 'Hello' } as const;
 * await client.messages.sendOne(message).catch((error: unknown) => console.log(error));
 * ```
 */
export interface RefuseOptions {
  /** HTTP status. Default: the usual status of the code. */
  readonly status?: number | undefined;
  /** Each field that the service reports as invalid. Default: none. */
  readonly issues?: readonly Issue[] | undefined;
  /** Header fields of the response, such as `retry-after`. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Creates a refusal: the call fails with the error that the client throws for such a response.
 *
 * @param reason - An error code of the service, or only an HTTP status, as a gateway returns it.
 * @param options - Details of the response.
 *
 * @example
 * ```ts
 * import { InsufficientCreditsError } from '@messaging-service/sdk';
 * import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
 *
 * const client = createMockMessagingClient();
 * client.on('messages.send', refuse('insufficient_credits'));
 * client.on('batches.listPending', refuse(503), { times: 1 });
 * const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
 * const error: unknown = await client.messages.sendOne(message).catch((reason: unknown) => reason);
 * console.assert(error instanceof InsufficientCreditsError);
 * ```
 */
export function refuse(
  reason: ErrorCode | number,
  { status, issues, headers = {} }: RefuseOptions = {},
): MockFailure {
  if (typeof reason === 'number') return new Refusal(status ?? reason, '', headers);
  const error = { code: reason, message: 'Refused by the mock client.', issues };
  return new Refusal(status ?? ERRORS[reason].status, JSON.stringify({ error }), headers);
}

/**
 * Creates a lost connection: the call fails with a `ConnectionError`.
 *
 * @param options - `maybeSent`: whether the request may have been processed. Default: true.
 *
 * @example
 * ```ts
 * import { isConnectionError } from '@messaging-service/sdk';
 * import { createMockMessagingClient, lose } from '@messaging-service/sdk/testing';
 *
 * const client = createMockMessagingClient();
 * client.on('messages.send', lose(), { times: 1 });
 * const message = { to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' } as const;
 * await client.messages.sendOne(message).catch((error: unknown) => console.log(isConnectionError(error))); // true
 * ```
 */
export function lose({ maybeSent = true }: { readonly maybeSent?: boolean } = {}): MockFailure {
  return new Loss(maybeSent);
}
