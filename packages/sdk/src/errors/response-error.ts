import { hasKind } from './kinds.ts';
import { type CallDetails, MessagingError } from './messaging-error.ts';

/** A response as it was received, except API keys, which are redacted. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text. */
  readonly body: string;
}

/** Details of a call that got a response. */
export interface ResponseErrorDetails extends CallDetails {
  /** The response. */
  readonly response: RawResponse;
}

/** Common base of the errors that a response causes: {@link ApiError} and {@link UnexpectedResponseError}. */
export abstract class ResponseError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ResponseError';

  /** HTTP status of the response. */
  readonly status: number;
  /** The service's identifier of the request, if a header of the response has one: quote it to the service's support. */
  readonly requestId: string | undefined;
  readonly #response: RawResponse;

  /** @internal */
  constructor(message: string, details: ResponseErrorDetails) {
    super(message, details);
    this.status = details.response.status;
    this.requestId = findRequestId(details.response.headers);
    this.#response = details.response;
  }

  /** Header fields of the response by their names in lower case. Not part of logs and `toJSON`. */
  get headers(): Readonly<Record<string, string>> {
    return this.#response.headers;
  }

  /** The body of the response as text, with API keys redacted. */
  get body(): string {
    return this.#response.body;
  }
}

/** The specification names no header for it, so these are those that services, gateways and clouds use. */
const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-amzn-trace-id',
  'cf-ray',
];

/** The identifier that a response gives its request, in whichever header. */
export function findRequestId(headers: RawResponse['headers']): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers[name]).find((id) => id !== undefined && id !== '');
}

/** Whether a value is a {@link ResponseError}, of whichever copy of this package. */
export function isResponseError(value: unknown): value is ResponseError {
  return hasKind(value, 'ResponseError');
}
