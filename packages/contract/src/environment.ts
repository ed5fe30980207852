/**
 * Returns what an environment lacks, such as the jsdom of Jest or an old browser, and what to do about it; undefined if it has all.
 *
 * @param names - Web APIs, such as `URL` or `crypto.subtle`.
 * @returns Words that follow the name of the environment.
 *
 * @example
 * ```ts
 * import { missingApis } from '@messaging-service/contract';
 *
 * missingApis(['crypto.subtle']); // undefined, or 'has no crypto.subtle: in Jest, …'
 * ```
 */
export function missingApis(names: readonly string[]): string | undefined {
  const missing = names.filter((name) => !hasApi(name));
  if (missing.length === 0) return undefined;
  return `has no ${missing.join(', no ')}: in Jest, start the test file with the comment "@jest-environment node"; in an old browser, load a polyfill`;
}

function hasApi(name: string): boolean {
  const [api = '', member] = name.split('.');
  const property = Object.getOwnPropertyDescriptor(globalThis, api);
  // Reading some globals makes Node load its implementation of `fetch`.
  if (member === undefined && property?.get !== undefined) return true;
  const whole = (globalThis as Readonly<Record<string, unknown>>)[api];
  if (whole === undefined || whole === null || member === undefined) return whole !== undefined;
  return (whole as Readonly<Record<string, unknown>>)[member] !== undefined;
}

/**
 * Returns random bytes as hexadecimal digits. `crypto.randomUUID` would need a secure origin in browsers.
 *
 * @param count - The number of bytes.
 */
export function randomHex(count: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns a signal that is aborted when one of others is. Some environments, such as jsdom, have no `AbortSignal.any`.
 *
 * @param signals - The others; those that are undefined have no effect.
 */
export function anySignal(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined);
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(given);
  const controller = new AbortController();
  for (const signal of given) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
