import type { CallDetails } from './messaging-error.ts';

/** An answer as it came, but for API keys in it, which are blotted out. */
export interface RawAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text. */
  readonly body: string;
}

/** What an error knows of a call that was answered. */
export interface AnsweredCallDetails extends CallDetails {
  /** The answer as it came. */
  readonly answer: RawAnswer;
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

/** The identifier that an answer gives its request, in whichever header. */
export function findRequestId(headers: RawAnswer['headers']): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers[name]).find((id) => id !== undefined && id !== '');
}
