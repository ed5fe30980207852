import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a request comes from our own servers: a route that sends texts must not be open to everybody. */
export function isOwnServer(request: Request): boolean {
  const token = process.env.INTERNAL_TOKEN ?? '';
  const given = request.headers.get('authorization') ?? '';
  return token !== '' && timingSafeEqual(digest(given), digest(`Bearer ${token}`));
}

/** Of one length, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
