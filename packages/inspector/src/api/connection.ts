/** A stream of events: the part of `EventSource` that the page uses. */
interface Events {
  /** Whether the stream is open; 2 when it is closed, as of an `EventSource`. */
  readonly readyState: number;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/**
 * How the page reaches the emulator: every call and every event passes through it. The page of a server connects over HTTP.
 * A page that has the emulator in itself, such as the playground of the documentation, shows the inspector in a frame and
 * hands over its own connection as the property `connection` of the frame's element.
 */
export interface Connection {
  /** The path of the control API: `/_emulator`, or that of a sandbox below it. */
  readonly path: string;
  /** The base URL of the public API, as the page shows it. */
  readonly origin: string;
  /** Makes a call of the control API or the public API. The path begins with `/`. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Opens a stream of events. */
  readonly events: (path: string) => Events;
  /**
   * Whether the emulator is a server. All tabs of the browser reach it, so that they can share a stream, and each of its
   * sandboxes has a page.
   */
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
    origin: location.origin,
    fetch: (path, init) => fetch(path, init),
    events: (path) => new EventSource(new URL(path, location.href)),
    isServer: true,
  };
}
