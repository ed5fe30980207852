import type { ReceivedWebhook } from '../service/target.ts';

/** The webhook secret of accounts that a case creates. */
export const SECRET = 'conformance check';

/** Whether a webhook has the documented signature. SIG-2. */
export async function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): Promise<boolean> {
  const { signature, timestamp, environment } = headers;
  if (signature === undefined || timestamp === undefined || environment === undefined) return false;
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const minified = base64(encoder.encode(JSON.stringify(JSON.parse(body))));
  const joined = encoder.encode([minified, environment, timestamp].join('.'));
  return signature === base64(new Uint8Array(await crypto.subtle.sign('HMAC', key, joined)));
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
