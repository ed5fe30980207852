import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpResponse } from '@messaging-service/emulator/host';
import { Rejection, rejectionResponse } from '@messaging-service/emulator/host';
import { CONTROL_PREFIX, isControl } from '@messaging-service/protocol';
import { TOKEN_FORM } from '../access/token-form.ts';
import type { InspectorFile } from '../control-api/control-api.ts';

/** Streams of events and downloads: browsers make these calls without headers of the page. */
const WITHOUT_HEADERS = /\/(?:events|snapshot)$/;

/**
 * Creates a function that returns the refusal of a call of the control API without the token. The files of the inspector
 * and the health of the server need no token, because they contain no data of services. See EMU-22.
 *
 * @param inspectorFile - Returns the files of the inspector.
 * @throws {TypeError} when a header cannot contain the token.
 */
export function createTokenCheck(
  token: string | undefined,
  inspectorFile: InspectorFile,
): (request: IncomingMessage) => HttpResponse | undefined {
  if (token === undefined) return () => undefined;
  // A token of another form could never arrive in a header, so the control API would be closed to everyone.
  if (!TOKEN_FORM.pattern.test(token)) throw new TypeError(`controlToken ${TOKEN_FORM.message}.`);
  const expected = digest(token);
  return (request) => {
    const { method = 'GET', url = '/', headers } = request;
    if (!isControl(url)) return undefined;
    const path = url.slice(CONTROL_PREFIX.length).split('?', 1)[0] ?? '';
    const isRead = method === 'GET' || method === 'HEAD';
    // Programs that wait for the server, such as the health check of a container, do not have the token.
    if (isRead && path === '/health') return undefined;
    const [, bearer] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const given = bearer ?? (isRead && WITHOUT_HEADERS.test(path) ? takeFromQuery(request) : undefined);
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    // The page of a sandbox ends with a slash. Without it, the path is that of the sandbox and its API keys.
    const file = path.replace(/^\/sandboxes\/[^/]+(?=\/)/, '').slice(1);
    if (isRead && inspectorFile(file) !== undefined) return undefined;
    const refusal = rejectionResponse(new Rejection('invalid_key', explain(given)), { invalid_key: 401 });
    return { ...refusal, headers: { ...refusal.headers, 'www-authenticate': 'Bearer' } };
  };
}

/** Digests have one length, so that the comparison takes the same time for each token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Removes the parameter `token` from the URL of a call. */
function takeFromQuery(request: IncomingMessage): string | undefined {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const parameters = new URLSearchParams(query);
  const token = parameters.get('token') ?? undefined;
  if (token === undefined) return undefined;
  parameters.delete('token');
  request.url = parameters.size === 0 ? path : `${path}?${parameters.toString().replaceAll(/=(?=&|$)/g, '')}`;
  return token;
}

function explain(given: string | undefined): string {
  return given === undefined
    ? 'This server requires its control token. Send the header "Authorization: Bearer <token>", or pass connectEmulator() the option token.'
    : 'The control token is wrong. Send the token that the server was started with (--control-token or MESSAGING_EMULATOR_TOKEN).';
}
