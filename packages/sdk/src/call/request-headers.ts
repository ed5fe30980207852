import { copyForeignError } from '../errors/foreign-error.ts';
import { checkHeaders } from '../options/call-options.ts';
import { type HeaderFields, mergeHeaders } from '../options/headers.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { TransportError } from '../transport/transport.ts';
import type { WrittenRequest } from './write-request.ts';

/** Returns the header fields of an attempt: those of the client, of its function, and of the call, in this order. */
export async function writeHeaders(
  { headers, ownHeaders }: WrittenRequest,
  { computeHeaders, redact }: ResolvedOptions,
): Promise<HeaderFields> {
  try {
    const computed = (await computeHeaders?.()) ?? {};
    const problem = checkHeaders(computed);
    if (typeof problem === 'string') throw new TypeError('it must return an object of strings');
    for (const { path, message } of problem ?? []) throw new TypeError(`${path} ${message}`);
    return mergeHeaders(headers, computed, ownHeaders);
  } catch (cause) {
    const { message } = copyForeignError(cause, redact);
    throw new TransportError(`the headers option failed: ${message}`, { sent: 'no' });
  }
}
