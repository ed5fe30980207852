import { runInNewContext } from 'node:vm';
import type { VerifyOptions, WebhookErrorCode, WebhookRequest } from '@messaging-service/webhooks';
import { headersOf, macOf, signed } from './requests.ts';
import { inboundMessage, SECRET } from './samples.ts';

const BODY = JSON.stringify(inboundMessage);
const HEADERS = headersOf(BODY);
const changed = (headers: Record<string, unknown>) => request({ headers: { ...HEADERS, ...headers } });
const request = (some: Record<string, unknown>) =>
  ({ body: BODY, headers: HEADERS, ...some }) as WebhookRequest;

/** A verification that must fail: a valid one, except for the request or the options. */
interface Wrong {
  readonly request?: WebhookRequest;
  /** Options, also invalid ones of JavaScript callers. */
  readonly options?: { readonly [Option in keyof VerifyOptions]?: unknown };
}

/** Everything that can be wrong with a request or its options, one thing at a time, by the code that it must fail with. */
const WRONG: Readonly<Partial<Record<WebhookErrorCode, Readonly<Record<string, Wrong>>>>> = {
  missing_secret: {
    'an empty secret': { options: { secrets: '' } },
    'an unset secret': { options: { secrets: undefined } },
    'a secret of bytes': { options: { secrets: Buffer.from(SECRET) } },
    'no secrets': { options: { secrets: [] } },
    'an empty secret among others': { options: { secrets: [SECRET, ''] } },
  },
  invalid_headers: {
    'no request': { request: undefined as unknown as WebhookRequest },
    'no headers': { request: request({ headers: undefined }) },
    'headers as text': { request: request({ headers: 'signature: x' }) },
    'headers as a flat list': { request: request({ headers: ['signature', 'x'] }) },
    'a header that is not a text': { request: changed({ timestamp: 1767259800 }) },
    'a header sent twice (list in an object)': {
      request: changed({ timestamp: ['1767259800', '1767259800'] }),
    },
    'a header sent twice (two spellings of its name)': { request: changed({ Signature: macOf(BODY) }) },
    'a header sent twice (pairs)': {
      request: request({ headers: [...Object.entries(HEADERS), ['Signature', macOf(BODY)]] }),
    },
  },
  missing_signature: {
    'no signature header': { request: changed({ signature: undefined }) },
  },
  missing_header: {
    'no timestamp header': { request: changed({ timestamp: undefined }) },
    'no environment header': { request: changed({ environment: undefined }) },
  },
  malformed_signature: {
    'a signature in hexadecimal': { request: changed({ signature: 'ab'.repeat(32) }) },
    'an empty signature': { request: changed({ signature: '' }) },
    'a signature with a character before': { request: changed({ signature: `A${macOf(BODY)}` }) },
    'a signature with a character after': { request: changed({ signature: `${macOf(BODY)}A` }) },
    'a signature with a second line': { request: changed({ signature: `${macOf(BODY)}\n` }) },
    'a signature without its padding': { request: changed({ signature: macOf(BODY).slice(0, -1) }) },
  },
  malformed_timestamp: {
    'a timestamp as a date': { request: changed({ timestamp: '2026-01-01T09:30Z' }) },
    'a timestamp with a fraction': { request: changed({ timestamp: '1767259800.5' }) },
    'a signed timestamp': { request: changed({ timestamp: '-1767259800' }) },
    'an exponent as timestamp': { request: changed({ timestamp: '1e9' }) },
    'white space in the timestamp': { request: changed({ timestamp: '1767259800 ' }) },
    'digits of another script': { request: changed({ timestamp: '١٧٦٧٢٥٩٨٠٠' }) },
    'an empty timestamp': { request: changed({ timestamp: '' }) },
    'a timestamp of 16 digits': { request: changed({ timestamp: '1'.repeat(16) }) },
  },
  missing_body: {
    'no body': { request: request({ body: undefined }) },
    'a null body': { request: request({ body: null }) },
  },
  parsed_body: {
    'a parsed body': { request: request({ body: inboundMessage }) },
    'a parsed list': { request: request({ body: [inboundMessage] }) },
    'a body parsed in another realm': { request: request({ body: runInNewContext('({ mo_uuid: 1 })') }) },
    'a parsed body without a prototype': { request: request({ body: Object.create(null) }) },
  },
  invalid_body: {
    'a number as body': { request: request({ body: 5 }) },
    'a stream as body': { request: request({ body: new ReadableStream() }) },
    'a blob as body': { request: request({ body: new Blob([BODY]) }) },
    'a promise of a body': { request: request({ body: Promise.resolve(BODY) }) },
    'a detached buffer': { request: request({ body: detached() }) },
  },
  signature_mismatch: {
    'another body': { request: request({ body: '{}' }) },
    'another secret': { options: { secrets: 'another' } },
    'another timestamp': { request: changed({ timestamp: '1767259801' }) },
    'another environment': { request: changed({ environment: 'Production' }) },
  },
  invalid_json: {
    'a signed body that is not JSON': { request: signed('{"secret text": ') },
    'a signed body that is empty': { request: signed('') },
    'no-break spaces outside strings': { request: signed('{\u00a0"a":1}') },
  },
  invalid_payload: {
    'a signed payload that nothing identifies': {
      request: signed(JSON.stringify({ ...inboundMessage, mo_uuid: null })),
    },
  },
};

/** The same as a list. */
export const wrongRequests = Object.entries(WRONG).flatMap(([code, cases]) =>
  Object.entries(cases).map(([title, wrong]) => ({ title, code: code as WebhookErrorCode, ...wrong })),
);

function detached(): ArrayBuffer {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}
