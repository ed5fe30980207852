import { createHash, timingSafeEqual } from 'node:crypto';
import type { Check } from '@messaging-service/contract';
import type { HttpResponse } from '@messaging-service/emulator/host';
import { Rejection, rejectionResponse } from '@messaging-service/emulator/host';
import { TOKEN_FORM } from '../access/token-form.ts';
import { type InspectorFile, isRead } from '../control-api/control-api.ts';
import type { Call } from './call.ts';

/**
 * The form of a token. One of another form could never arrive in a header, so the control API would be closed to everyone. The problem
 * does not show it, because it is a secret.
 */
export const checkToken: Check = (token) =>
  typeof token === 'string' && TOKEN_FORM.pattern.test(token) ? undefined : TOKEN_FORM.message;

/**
 * Creates a function that returns the refusal of a call of the control API without the token. The files of the inspector
 * and the health of the server need no token, because they contain no data of services. See EMU-22.
 *
 * @param inspectorFile - Returns the files of the inspector.
 */
export function createTokenCheck(
  token: string | undefined,
  inspectorFile: InspectorFile,
): (call: Call) => HttpResponse | undefined {
  if (token === undefined) return () => undefined;
  const expected = digest(token);
  return ({ method, headers, control }) => {
    if (control === undefined) return undefined;
    const { path } = control.target;
    // Programs that wait for the server, such as the health check of a container, do not have the token.
    if (isRead(method) && path === '/health') return undefined;
    const [, given = control.token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    // The page of a sandbox ends with a slash. Without it, the path is that of the sandbox and its API keys.
    const file = path.replace(/^\/sandboxes\/[^/]+(?=\/)/, '').slice(1);
    if (isRead(method) && inspectorFile(file) !== undefined) return undefined;
    const refusal = rejectionResponse(new Rejection('invalid_key', explain(given)), { invalid_key: 401 });
    return { ...refusal, headers: { ...refusal.headers, 'www-authenticate': 'Bearer' } };
  };
}

/** Digests have one length, so that the comparison takes the same time for each token. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function explain(given: string | undefined): string {
  return given === undefined
    ? 'This server requires its control token. Send the header "Authorization: Bearer <token>", or pass connectEmulator() the option token.'
    : 'The control token is wrong. Send the token that the server was started with (--control-token or MESSAGING_EMULATOR_TOKEN).';
}
