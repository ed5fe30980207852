import { uncached } from '@messaging-service/contract';
import type { AgentService } from './agent-server.ts';
import { ControlError, type ControlPort } from './controls.ts';

/** An emulator behind a URL. */
export interface RemoteEmulator {
  /** Its address, without a trailing slash. */
  readonly url: string;
  /** The control token of the server. */
  readonly token: string | undefined;
}

/** Reaches an emulator over HTTP. */
export function remotePort({ url, token }: RemoteEmulator): ControlPort {
  return {
    call: async ({ method, path, body, signal }) => {
      try {
        const response = await fetch(`${url}/_emulator${path}`, {
          method,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          ...(body === undefined ? {} : { body }),
          ...(signal === undefined ? {} : { signal }),
          ...uncached(),
        });
        return { status: response.status, body: await response.text() };
      } catch (error) {
        signal?.throwIfAborted();
        throw unreachable(url, error);
      }
    },
  };
}

function unreachable(url: string, error: unknown): ControlError {
  const { cause } = error as Error;
  const reason = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new ControlError('unreachable', `No emulator can be reached at ${url}${reason}.`, { cause: error });
}

/**
 * Reads the address of an emulator: its base URL, the URL of its inspector, or the `controlUrl` of a sandbox.
 *
 * @throws {TypeError} It is not an HTTP URL.
 */
export function readAddress(text: string): AgentService {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(
      `must be the address of an emulator, such as http://127.0.0.1:4010; got ${JSON.stringify(text)}.`,
    );
  // A whole segment, and the last one: a proxy may put the server below a path such as /_emulator-dev.
  const [, prefix = url.pathname, control = ''] = /^(.*)\/_emulator(\/.*)?$/.exec(url.pathname) ?? [];
  const [, sandbox] = /^\/sandboxes\/([^/]+)/.exec(control) ?? [];
  return { url: `${url.origin}${prefix.replace(/\/+$/, '')}`, sandbox };
}
