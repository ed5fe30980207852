import { UsageError } from '@messaging-service/command-line';
import { bytesOfJson } from '../sign/json-bytes.ts';
import { headersOf } from '../verify/headers.ts';
import type { CapturedRequest } from './diagnose.ts';

/** A request in JSON, as logs and Lambda functions write it. */
interface JsonCapture {
  readonly request?: JsonCapture | string | null;
  readonly at?: unknown;
  readonly headers?: unknown;
  readonly multiValueHeaders?: unknown;
  readonly body?: unknown;
  readonly rawBody?: unknown;
  readonly isBase64Encoded?: unknown;
}

const LINE_BREAK = /\r?\n/;

/**
 * Reads a captured request: an HTTP message as it was sent, with or without its first line, or JSON with
 * `headers` and `body`, such as the event of a Lambda function or the line that `listen --json` prints for a
 * refused request.
 *
 * @param bytes - The content of the file.
 * @throws {UsageError} if it is neither.
 */
export function readCapture(bytes: Buffer): CapturedRequest {
  return bytes.toString('latin1').trimStart().startsWith('{') ? readJson(bytes) : readMessage(bytes);
}

function readMessage(bytes: Buffer): CapturedRequest {
  const text = bytes.toString('latin1');
  const { index, 0: gap } = /\r?\n\r?\n/.exec(text) ?? { index: text.length, 0: '' };
  const [first = '', ...rest] = text.slice(0, index).split(LINE_BREAK);
  const lines = /^[A-Z]+ \S+ HTTP\/\d/.test(first) ? rest : [first, ...rest];
  return { body: bytes.subarray(index + gap.length), headers: lines.map(readHeaderLine) };
}

/**
 * Reads a header line of an HTTP message.
 *
 * @param line - Name, colon, value.
 * @throws {UsageError} if there is no colon.
 */
export function readHeaderLine(line: string): readonly [string, string] {
  const [, name, value] = /^([^\s:]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  // The line is not shown, because it may be a part of the body.
  throw new UsageError(
    'A header line is not of the form "name: value". Write the headers, an empty line, and the body.',
  );
}

function readJson(bytes: Buffer): CapturedRequest {
  const outer = parse(bytes);
  const request = typeof outer.request === 'object' ? (outer.request ?? outer) : outer;
  const headers = headersOf(request);
  if (typeof headers !== 'object' || headers === null)
    throw new UsageError('The captured request has no "headers". Save them with the "body".');
  return {
    body: bodyOf(request),
    headers: (Array.isArray(headers) ? (headers as unknown[]) : Object.entries(headers)).flatMap(pairsOf),
    at: readInstant(outer.at),
  };
}

/** Logs write bytes as text, as base64, or as a JSON serializer writes them. */
function bodyOf({ rawBody, body: parsed, isBase64Encoded }: JsonCapture): unknown {
  const body = rawBody ?? parsed;
  if (typeof body === 'string') {
    const decoded = Buffer.from(body, 'base64');
    // Some logs lose the flag. JSON never looks like base64.
    const isBase64 =
      isBase64Encoded === true || (/^ey[A-Za-z0-9+/]+={0,2}$/.test(body) && decoded[0] === 0x7b);
    return isBase64 ? decoded : Buffer.from(body, 'utf8');
  }
  const bytes = typeof body === 'object' && body !== null ? bytesOfJson(body) : undefined;
  return bytes === undefined ? body : Buffer.from(bytes);
}

function parse(bytes: Buffer): JsonCapture {
  try {
    return JSON.parse(bytes.toString('utf8')) as JsonCapture;
  } catch {
    throw new UsageError(
      'The captured request begins with a brace, but it is not JSON. Check that it is complete.',
    );
  }
}

function pairsOf(pair: unknown): (readonly [string, string])[] {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string') return [];
  const [name, value] = pair as [string, unknown];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => [name, String(one)] as const);
}

/**
 * Reads a point in time: ISO 8601, or epoch time in milliseconds.
 *
 * @param value - The text or number.
 * @returns Milliseconds since the epoch; `undefined` for anything else.
 */
export function readInstant(value: unknown): number | undefined {
  const ms =
    typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : Number(value ?? Number.NaN);
  // A Date cannot represent larger values.
  return Number.isNaN(new Date(ms).getTime()) ? undefined : ms;
}
