import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parseTarget, type Target } from '@messaging-service/emulator/host';
import { belowControl } from '@messaging-service/protocol';
import { isRead, isUpload } from '../control-api/control-api.ts';

/** A call as it arrives, before its body. Everything that is decided about it uses these parts. */
export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly target: Target;
  /** The `Host` header, or the authority of a target in absolute form. */
  readonly host: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** What only a call of the control API has; undefined for the public API. */
  readonly control: ControlPart | undefined;
}

interface ControlPart {
  /** The target, whose path begins below the prefix, without the token. */
  readonly target: Target;
  /** The control token of the query, for calls that browsers make without headers of the page. */
  readonly token: string | undefined;
  /** Whether its body is read as a stream. */
  readonly isUpload: boolean;
}

/** Reads a call from the request object of Node. */
export function readCall(request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Call {
  const { method = 'GET', url = '/', headers } = request;
  const { host, written } = url.startsWith('/') ? { host: undefined, written: url } : ofAbsolute(url);
  const target = parseTarget(written);
  const below = belowControl(target.path);
  const control = below === undefined ? undefined : controlPartOf(method, { ...target, path: below });
  return { method, target, host: host ?? headers.host, headers, control };
}

/** A target in absolute form, such as `http://localhost/batch`: its host replaces the header. RFC 9112, 3.2.2. */
function ofAbsolute(url: string): { readonly host: string | undefined; readonly written: string } {
  const [, host, rest = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i.exec(url) ?? [];
  if (host === undefined) return { host, written: url };
  return { host, written: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Streams of events and downloads: browsers make these calls without headers of the page. */
const WITHOUT_HEADERS = /\/(?:events|snapshot)$/;

function controlPartOf(method: string, target: Target): ControlPart {
  const upload = isUpload(method, target.path);
  if (!isRead(method) || !WITHOUT_HEADERS.test(target.path))
    return { target, token: undefined, isUpload: upload };
  const { token, ...query } = target.query;
  return { target: { ...target, query }, token, isUpload: upload };
}
