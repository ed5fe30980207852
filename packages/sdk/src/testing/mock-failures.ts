import { ERRORS, type ErrorCode, type Issue } from '@messaging-service/contract';

/** A failure of a mocked call: made by {@link refuse} or {@link lose}. */
export abstract class MockFailure {
  // Without a member of its own, any object would do for one.
  protected abstract readonly kind: string;
}

/** An answer with a status of 400 or more. */
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

/** No answer at all. */
export class Loss extends MockFailure {
  protected readonly kind = 'loss';
  readonly maybeSent: boolean;

  constructor(maybeSent: boolean) {
    super();
    this.maybeSent = maybeSent;
  }
}

/** Particulars of {@link refuse}. */
export interface RefuseOptions {
  /** HTTP status, for a code that a service answers with another one. */
  readonly status?: number | undefined;
  /** Each field that the service finds wrong. */
  readonly issues?: readonly Issue[] | undefined;
  /** Header fields of the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A refusal: the call fails with the error that the client makes of such an answer.
 *
 * @param reason - One of the service's error codes; or a bare HTTP status, as a gateway in front of it would answer.
 * @param options - Particulars of the answer.
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
  const error = { code: reason, message: 'The mock client was told to refuse this.', issues };
  return new Refusal(status ?? ERRORS[reason].status, JSON.stringify({ error }), headers);
}

/**
 * A lost connection: the call fails with a `ConnectionError`.
 *
 * @param options - `maybeSent`: whether the request may have been carried out. Default: true.
 *
 * @example
 * ```ts
 * import { createMockMessagingClient, lose } from '@messaging-service/sdk/testing';
 *
 * const client = createMockMessagingClient();
 * client.on('messages.send', lose(), { times: 1 });
 * ```
 */
export function lose({ maybeSent = true }: { readonly maybeSent?: boolean } = {}): MockFailure {
  return new Loss(maybeSent);
}
