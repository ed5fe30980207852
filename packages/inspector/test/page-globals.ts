/** The server that relative addresses of the page lead to. */
let origin = 'http://127.0.0.1:9';

/** The address of the page, as far as modules of the page use it. */
const address = Object.assign(new URL('http://127.0.0.1:9/_emulator/'), { reload: () => undefined });

/** What the browser keeps until the tab is closed. */
const session = new Map<string, string>();

/** Sets a global for all tests of a file. Stubs of vitest end with a test. */
export function setGlobal(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/**
 * Sets the globals of a browser that the modules of the page use when they are loaded and when they make calls. Call it
 * before the modules are imported.
 *
 * @param path - The path of the page.
 */
export function setPageGlobals(path = '/_emulator/'): void {
  const { fetch } = globalThis;
  address.pathname = path;
  address.hash = '';
  session.clear();
  setGlobal('location', address);
  setGlobal('sessionStorage', {
    getItem: (name: string) => session.get(name) ?? null,
    setItem: (name: string, value: string) => session.set(name, value),
  });
  setGlobal('history', { state: null, replaceState: () => undefined });
  setGlobal('fetch', (input: string, init?: RequestInit) => fetch(new URL(input, origin), init));
}

/** Makes relative addresses of the page lead to a server. */
export function showServer({ url }: { readonly url: string }): void {
  origin = url;
}
