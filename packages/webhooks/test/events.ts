import { signSync } from '../src/index.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';

const URL = 'https://example.com/hook';

/** A request with a payload, signed at the samples' time. */
export function signedRequest(
  payload: unknown = inboundMessage,
  timestamp: number | string = SENT_AT / 1000,
): Request {
  const body = JSON.stringify(payload);
  return new Request(URL, {
    method: 'POST',
    body,
    headers: signSync({ body, secret: SECRET, environment: 'production', timestamp }),
  });
}

/** A request with a payload, signed by an account of your choice at the samples' time. */
export function requestSignedBy(secret: string, payload: unknown, environment = 'production'): Request {
  const body = JSON.stringify(payload);
  const headers = signSync({ body, secret, environment, timestamp: SENT_AT / 1000 });
  return new Request(URL, { method: 'POST', body, headers });
}

/** A request with a payload and no signature. */
export function unsignedRequest(payload: unknown): Request {
  return new Request(URL, { method: 'POST', body: JSON.stringify(payload) });
}

/** A promise and what settles it. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/** Lets everything run that waits for nothing but its turn. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}
