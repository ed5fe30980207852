import type { IncomingHttpHeaders } from 'node:http';

/** A path of segments without anything that an address or a page could read in another way. */
const PREFIX = /^(?:\/[\w.~-]+)+$/;

/**
 * The address under which a caller reached the server, for the addresses in responses: a proxy says which scheme and which path
 * it has replaced. The host is that of the request, because the guard has admitted it. EMU-26.
 */
export function addressOf(headers: IncomingHttpHeaders): string {
  const prefix = firstOf(headers['x-forwarded-prefix']).replace(/\/+$/, '');
  const scheme = firstOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  return `${scheme}://${headers.host ?? 'localhost'}${PREFIX.test(prefix) ? prefix : ''}`;
}

/** Each proxy on the way adds a value. The first one is nearest to the caller. */
function firstOf(header: string | string[] | undefined): string {
  const [first = ''] = [header ?? ''].flat();
  return first.split(',', 1)[0]?.trim() ?? '';
}
