import { isUtf8 } from 'node:buffer';
import { isParsedJson } from '../../sign/body.ts';
import type { CapturedRequest } from './captured-request.ts';
import type { Finding } from './inspect-headers.ts';

/**
 * Checks a body without knowing the body that was signed.
 *
 * @param request - The captured request.
 */
export function inspectBody({ body, headers }: CapturedRequest): readonly Finding[] {
  if (isParsedJson(body))
    return [{ verdict: 'bad', text: 'body: captured as parsed JSON; the bytes that were signed are lost' }];
  if (!Buffer.isBuffer(body)) return [{ verdict: 'bad', text: 'body: missing' }];
  const announced = headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1];
  const isWhole = announced === undefined || Number(announced) === body.length;
  const length = `body: ${body.length} bytes${isWhole ? '' : `, but content-length is ${announced}`}`;
  return [{ verdict: isWhole ? 'good' : 'bad', text: length }, ...notesOn(body)];
}

function* notesOn(body: Buffer): Generator<Finding, void> {
  const note = (text: string): Finding => ({ verdict: 'note', text: `body: ${text}` });
  if (body[0] === 0x1f && body[1] === 0x8b) yield note('is compressed with gzip');
  else if (!isUtf8(body)) yield note('is not UTF-8');
  if (body.includes('\ufffd'))
    yield note('contains U+FFFD: bytes were lost when it was decoded with the wrong charset');
  const text = body.toString('utf8');
  if (text === '[object Object]') yield note('is an object that was converted to a string');
  const again = serializedAgain(text);
  if (again === undefined) yield note('is not JSON');
  else if (again === text)
    yield note('looks like the output of JSON.stringify: a parser may have changed it on the way');
}

function serializedAgain(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text.replace(/^\ufeff/, '')));
  } catch {
    return undefined;
  }
}
