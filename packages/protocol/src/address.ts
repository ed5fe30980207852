import { CONTROL_PREFIX } from './control-path.ts';

/** Where an emulator is. */
export interface Address {
  /** The server, without a trailing slash: the base URL for clients of the public API. */
  readonly baseUrl: string;
  /** The sandbox that the address names, if it does. */
  readonly sandbox: string | undefined;
}

const CONTROL = new RegExp(`^(.*)${CONTROL_PREFIX}(/.*)?$`);

/**
 * Reads the address of a server: its base URL, the URL of its inspector, or the `controlUrl` of a sandbox.
 *
 * @param name - What the user calls it, for errors.
 * @throws TypeError when it is not an HTTP URL.
 */
export function parseAddress(text: string | URL, name = 'url'): Address {
  const url = URL.parse(String(text));
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(
      `${name} must be the address of an emulator, such as "http://127.0.0.1:4010"; got ${JSON.stringify(text)}.`,
    );
  }
  // A whole segment, and the last one: a proxy may put the server below a path such as /_emulator-dev.
  const [, prefix = url.pathname, control = ''] = CONTROL.exec(url.pathname) ?? [];
  const sandbox = /^\/sandboxes\/([^/]+)/.exec(control)?.[1];
  return { baseUrl: `${url.origin}${prefix.replace(/\/+$/, '')}`, sandbox };
}

/** Returns the path of the control API for a sandbox, or for the default service. */
export function controlPath(sandbox: string | undefined): string {
  return sandbox === undefined
    ? CONTROL_PREFIX
    : `${CONTROL_PREFIX}/sandboxes/${encodeURIComponent(sandbox)}`;
}
