import { vi } from 'vitest';

/** The stream of digests, as far as the page uses it. */
class FakeEventSource extends EventTarget {
  constructor() {
    super();
    page.sources.push(this);
  }
}

/** The globals of a browser that the live queries use. Calls wait until a test responds. */
export const page = {
  sources: [] as FakeEventSource[],
  calls: [] as FakeCall[],
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
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('location', new URL('http://127.0.0.1:4010/_emulator/'));
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('fetch', (input: string, { signal }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, 'http://127.0.0.1:4010');
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

/** Sends a digest to the page. */
export function sendDigest(members: object = {}): void {
  const digest = {
    now: '2026-01-01T09:00:00.000Z',
    mode: 'virtual',
    seq: 1,
    requests: 0,
    faults: 0,
    sandboxes: 0,
    advancing: false,
  };
  const data = JSON.stringify({ ...digest, ...members });
  for (const source of page.sources) source.dispatchEvent(new MessageEvent('digest', { data }));
}

/** Breaks the connection of the stream. */
export function loseStream(): void {
  for (const source of page.sources) source.dispatchEvent(new Event('error'));
}

/** Lets promises and timers of up to some milliseconds run. */
export const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
