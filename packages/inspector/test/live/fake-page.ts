import { vi } from 'vitest';
import { setGlobal } from '../page-globals.ts';

const DIGEST = {
  now: '2026-01-01T09:00:00.000Z',
  mode: 'virtual',
  seq: 1,
  requests: 0,
  faults: 0,
  sandboxes: 0,
  advancing: false,
};

/** The globals of a browser that the live queries use. Calls wait until a test responds, except those of the digest. */
export const page = {
  calls: [] as FakeCall[],
  digest: DIGEST as object | undefined,
};

/** A call of the control API that waits for its response. */
interface FakeCall {
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly signal: AbortSignal | undefined;
  respond(body: unknown, status?: number): void;
  fail(): void;
}

/** Installs the globals. It must run before the modules of the page are imported. */
export function installFakePage(): void {
  setGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  setGlobal('location', new URL('http://127.0.0.1:4010/_emulator/'));
  setGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  setGlobal('fetch', (input: string, { signal }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, 'http://127.0.0.1:4010');
    if (pathname === '/_emulator/digest')
      return page.digest === undefined
        ? Promise.reject(new TypeError('fetch failed'))
        : Promise.resolve(Response.json(page.digest));
    return new Promise<Response>((resolve, reject) => {
      page.calls.push({
        path: pathname.replace('/_emulator', ''),
        parameters: searchParams,
        signal: signal ?? undefined,
        respond: (body, status = 200) => resolve(Response.json(body, { status })),
        fail: () => reject(new TypeError('fetch failed')),
      });
    });
  });
}

let facts = 1;

/** Makes the page read another digest, as it does after each pause. */
export async function sendDigest(members: object = {}): Promise<void> {
  facts += 1;
  page.digest = { ...DIGEST, seq: facts, ...members };
  await readDigest();
}

/** Makes the page read the digest without a response. */
export async function loseDigest(): Promise<void> {
  page.digest = undefined;
  await readDigest();
}

/** Makes the page read the digest that it has read before, or another one that a test has set. */
export async function readDigest(): Promise<void> {
  const { live } = await import('../../src/live/digest.ts');
  await live.read();
}

/** Lets promises and timers of up to some milliseconds run. */
export const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
