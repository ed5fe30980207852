import { runInNewContext } from 'node:vm';
import type { VerifyOptions, WebhookErrorCode, WebhookRequest } from '../src/index.ts';
import { headersOf, macOf, signed } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';

const BODY = JSON.stringify(inboundMessage);
const HEADERS = headersOf(BODY);
const changed = (headers: Record<string, unknown>) => request({ headers: { ...HEADERS, ...headers } });
const request = (some: Record<string, unknown>) =>
  ({ body: BODY, headers: HEADERS, ...some }) as WebhookRequest;

/** A verification that must fail. */
export interface WrongRequest {
  /** The problem. */
  readonly title: string;
  /** The code it must fail with. */
  readonly code: WebhookErrorCode;
  /** The request. Default: a valid one. */
  readonly request?: WebhookRequest;
  /** Options, also invalid ones of JavaScript callers. */
  readonly options?: { readonly [Option in keyof VerifyOptions]?: unknown };
}

/** Everything that can be wrong with a request or its options, one thing at a time. */
export const wrongRequests: readonly WrongRequest[] = [
  { title: 'a tolerance that is not a number', code: 'invalid_options', options: { tolerance: Number.NaN } },
  { title: 'a negative tolerance', code: 'invalid_options', options: { tolerance: -1 } },
  { title: 'a tolerance of text', code: 'invalid_options', options: { tolerance: '300' } },
  { title: 'a clock that tells no time', code: 'invalid_options', options: { now: () => Number.NaN } },
  { title: 'a Date as the current time', code: 'invalid_options', options: { now: new Date(SENT_AT) } },
  { title: 'an empty pin', code: 'invalid_options', options: { environment: '' } },
  { title: 'a pin to no environment', code: 'invalid_options', options: { environment: [] } },
  { title: 'a pin that is not a text', code: 'invalid_options', options: { environment: [undefined] } },
  { title: 'an empty secret', code: 'missing_secret', options: { secrets: '' } },
  { title: 'an unset secret', code: 'missing_secret', options: { secrets: undefined } },
  { title: 'a secret of bytes', code: 'missing_secret', options: { secrets: Buffer.from(SECRET) } },
  { title: 'no secrets', code: 'missing_secret', options: { secrets: [] } },
  { title: 'an empty secret among others', code: 'missing_secret', options: { secrets: [SECRET, ''] } },
  { title: 'no request', code: 'invalid_headers', request: undefined as unknown as WebhookRequest },
  { title: 'no headers', code: 'invalid_headers', request: request({ headers: undefined }) },
  { title: 'headers as text', code: 'invalid_headers', request: request({ headers: 'signature: x' }) },
  {
    title: 'headers as a flat list',
    code: 'invalid_headers',
    request: request({ headers: ['signature', 'x'] }),
  },
  {
    title: 'a header that is not a text',
    code: 'invalid_headers',
    request: changed({ timestamp: 1767259800 }),
  },
  {
    title: 'a header sent twice (list in an object)',
    code: 'invalid_headers',
    request: changed({ timestamp: ['1767259800', '1767259800'] }),
  },
  {
    title: 'a header sent twice (pairs)',
    code: 'invalid_headers',
    request: request({ headers: [...Object.entries(HEADERS), ['Signature', macOf(BODY)]] }),
  },
  { title: 'no signature header', code: 'missing_signature', request: changed({ signature: undefined }) },
  { title: 'no timestamp header', code: 'missing_header', request: changed({ timestamp: undefined }) },
  { title: 'no environment header', code: 'missing_header', request: changed({ environment: undefined }) },
  {
    title: 'a signature in hexadecimal',
    code: 'malformed_signature',
    request: changed({ signature: 'ab'.repeat(32) }),
  },
  { title: 'an empty signature', code: 'malformed_signature', request: changed({ signature: '' }) },
  {
    title: 'a signature without its padding',
    code: 'malformed_signature',
    request: changed({ signature: macOf(BODY).slice(0, -1) }),
  },
  {
    title: 'a timestamp as a date',
    code: 'malformed_timestamp',
    request: changed({ timestamp: '2026-01-01T09:30Z' }),
  },
  {
    title: 'a timestamp with a fraction',
    code: 'malformed_timestamp',
    request: changed({ timestamp: '1767259800.5' }),
  },
  {
    title: 'a signed timestamp',
    code: 'malformed_timestamp',
    request: changed({ timestamp: '-1767259800' }),
  },
  { title: 'an exponent as timestamp', code: 'malformed_timestamp', request: changed({ timestamp: '1e9' }) },
  {
    title: 'white space in the timestamp',
    code: 'malformed_timestamp',
    request: changed({ timestamp: '1767259800 ' }),
  },
  {
    title: 'digits of another script',
    code: 'malformed_timestamp',
    request: changed({ timestamp: '١٧٦٧٢٥٩٨٠٠' }),
  },
  { title: 'an empty timestamp', code: 'malformed_timestamp', request: changed({ timestamp: '' }) },
  {
    title: 'a timestamp of 16 digits',
    code: 'malformed_timestamp',
    request: changed({ timestamp: '1'.repeat(16) }),
  },
  { title: 'a request from long ago', code: 'timestamp_too_old', options: { now: SENT_AT + 300_001 } },
  { title: 'a request from the future', code: 'timestamp_too_new', options: { now: SENT_AT - 300_001 } },
  {
    title: 'another environment than pinned',
    code: 'environment_mismatch',
    options: { environment: 'sandbox' },
  },
  { title: 'no body', code: 'missing_body', request: request({ body: undefined }) },
  { title: 'a null body', code: 'missing_body', request: request({ body: null }) },
  { title: 'a parsed body', code: 'parsed_body', request: request({ body: inboundMessage }) },
  { title: 'a parsed list', code: 'parsed_body', request: request({ body: [inboundMessage] }) },
  {
    title: 'a body parsed in another realm',
    code: 'parsed_body',
    request: request({ body: runInNewContext('({ mo_uuid: 1 })') }),
  },
  {
    title: 'a parsed body without a prototype',
    code: 'parsed_body',
    request: request({ body: Object.create(null) }),
  },
  { title: 'a number as body', code: 'invalid_body', request: request({ body: 5 }) },
  { title: 'a stream as body', code: 'invalid_body', request: request({ body: new ReadableStream() }) },
  { title: 'a blob as body', code: 'invalid_body', request: request({ body: new Blob([BODY]) }) },
  { title: 'a promise of a body', code: 'invalid_body', request: request({ body: Promise.resolve(BODY) }) },
  { title: 'a detached buffer', code: 'invalid_body', request: request({ body: detached() }) },
  { title: 'another body', code: 'signature_mismatch', request: request({ body: '{}' }) },
  { title: 'another secret', code: 'signature_mismatch', options: { secrets: 'another' } },
  { title: 'another timestamp', code: 'signature_mismatch', request: changed({ timestamp: '1767259801' }) },
  {
    title: 'another environment',
    code: 'signature_mismatch',
    request: changed({ environment: 'Production' }),
  },
  { title: 'a signed body that is not JSON', code: 'invalid_json', request: signed('{"secret text": ') },
  { title: 'a signed body that is empty', code: 'invalid_json', request: signed('') },
  { title: 'no-break spaces outside strings', code: 'invalid_json', request: signed('{\u00a0"a":1}') },
  {
    title: 'a signed payload that nothing identifies',
    code: 'invalid_payload',
    request: signed(JSON.stringify({ ...inboundMessage, mo_uuid: null })),
  },
];

function detached(): ArrayBuffer {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}
