/**
 * How the page reaches the emulator: every call passes through it. The page of a server connects over HTTP.
 * A page that has the emulator in itself, such as the playground of the documentation, shows the inspector in a frame and
 * hands over its own connection as the property `connection` of the frame's element.
 */
export interface Connection {
  /** The path of the control API: `/_emulator`, or that of a sandbox below it. */
  readonly path: string;
  /** The base URL of the public API, as the page shows it: its origin, and the path of a proxy if there is one. */
  readonly origin: string;
  /** Makes a call of the control API or the public API. The path begins with `/`. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Whether the emulator is a server, each of whose sandboxes has a page. */
  readonly isServer: boolean;
}

/** The element of the frame that shows this page, if a page with an emulator shows it. */
type Frame = Element & { readonly connection?: Connection };

/** The connection of this page. */
export const connection: Connection =
  (globalThis.frameElement as Frame | null | undefined)?.connection ?? overHttp();

function overHttp(): Connection {
  return {
    path: location.pathname.replace(/\/$/, ''),
    origin: location.origin + location.pathname.replace(/\/_emulator(?:\/sandboxes\/[^/]+)?\/?$/, ''),
    fetch: (path, init) => fetch(path, init),
    isServer: true,
  };
}
