import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request comes from your own servers. A route that sends texts must not be public. */
export function isOwnServer(request: Request): boolean {
  const token = process.env.INTERNAL_TOKEN ?? '';
  const given = request.headers.get('authorization') ?? '';
  return token !== '' && timingSafeEqual(digest(given), digest(`Bearer ${token}`));
}

/** Hashes a text, because the comparison needs values of equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
