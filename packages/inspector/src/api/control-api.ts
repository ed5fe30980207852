import { Listeners, useListening } from '../listeners.ts';
import { query } from '../values.ts';
import { connection } from './connection.ts';

/** The address of this page's control API: `/_emulator`, or a sandbox below it. */
export const API = connection.path;

/** The address of the control API of the default sandbox. */
export const ROOT = API.replace(/\/sandboxes\/[^/]+$/, '');

/** The sandbox the page shows; empty for the default one. */
export const SANDBOX = decodeURIComponent(API.slice(ROOT.length).replace('/sandboxes/', ''));

const TOKEN = 'messaging-emulator-token';

/** Moves the token of the control API from the address to the session, so that bookmarks do not contain it. */
function takeToken(): void {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(TOKEN, decodeURIComponent(token));
  history.replaceState(null, '', location.pathname + location.search);
}

takeToken();

/** Keeps the token for the session, and loads the page again with it. */
export function openWith(token: string): void {
  sessionStorage.setItem(TOKEN, token);
  location.reload();
}

/** Set when the control API needs a token: why the present one is refused, in the words of the emulator; empty without one. */
let lockedOut: string | undefined;
const locks = new Listeners();

/** Why the page has no access: empty when it has no token. Undefined while it has access. */
export function useLock(): string | undefined {
  useListening(locks.listen);
  return lockedOut;
}

/** A member of a request that is not valid, and why. */
export interface Issue {
  /** The member, such as `paid_credits.negative_limit`. */
  readonly path: string;
  readonly message: string;
}

/** A request that the emulator refused, with the message of its response. */
export class Refusal extends Error {
  /** The status of the response. */
  readonly status: number;
  /** The code of the error; undefined for a response that is not the emulator's. */
  readonly code: string | undefined;
  readonly issues: readonly Issue[];

  constructor(message: string, status: number, code: string | undefined, issues: readonly Issue[]) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

/** The members of a refused request that are wrong; none for other errors. */
export function issuesOf(error: unknown): readonly Issue[] {
  return error instanceof Refusal ? error.issues : [];
}

/** Why the emulator refuses the search of a list; undefined for other errors. */
export function searchProblem(error: unknown): string | undefined {
  return issuesOf(error).find(({ path }) => path === 'q')?.message;
}

/** Whether the emulator, or a proxy before it, failed to process a call. The same call can succeed later. */
export function isTemporary(error: unknown): boolean {
  return error instanceof Refusal && error.status >= 500;
}

interface ErrorBody {
  readonly error?: { readonly message?: string; readonly code?: string; readonly issues?: readonly Issue[] };
}

/** Makes a call of the control API. */
export async function call<Body>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Body> {
  const response = await request(`${path.startsWith(`${ROOT}/`) ? '' : API}${path}`, {
    method,
    ...bodyOf(body),
    ...(signal === undefined ? {} : { signal }),
    ...authorization(),
  });
  if (response.status !== 401) return readResponse(response);
  return readResponse<Body>(response).catch((error: Error) => {
    // What the emulator says about a missing token is for programs.
    lockedOut = sessionStorage.getItem(TOKEN) === null ? '' : error.message;
    locks.notify();
    throw error;
  });
}

/** A response of the public API. */
interface PublicResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * Makes a call of the public API with the key of an account. No fault applies to it: faults are meant for the application.
 */
export async function callPublic<Body>(
  method: string,
  path: string,
  parameters: Readonly<Record<string, string | undefined>> & { readonly key: string },
  body?: unknown,
): Promise<Body> {
  const url = `${path}${query(parameters)}`;
  const { status, body: text } = await call<PublicResponse>('POST', '/calls', {
    method,
    url,
    ...bodyOf(body),
  });
  return readBody(status, text);
}

function bodyOf(body: unknown): { readonly body?: string } {
  if (body === undefined) return {};
  return { body: typeof body === 'string' ? body : JSON.stringify(body) };
}

function request(url: string, init: RequestInit): Promise<Response> {
  return connection.fetch(url, init).catch((cause: unknown) => {
    // Browsers report a failed connection with different messages.
    throw new Error('The emulator does not respond. Is it still running?', { cause });
  });
}

async function readResponse<Body>(response: Response): Promise<Body> {
  return readBody(response.status, await response.text());
}

/** The value of a response, or the refusal that it is. */
function readBody<Body>(status: number, text: string): Body {
  const body = parseJson(text) as (Body & ErrorBody) | undefined;
  const isOk = status >= 200 && status < 300;
  if (isOk && body !== undefined) return body;
  if (isOk) throw new Error('The response is not JSON.');
  const { message = `The emulator responded with status ${status}.`, code, issues = [] } = body?.error ?? {};
  throw new Refusal(message, status, code, issues);
}

/** A proxy between the page and the emulator can respond with a page of its own. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function authorization(): { readonly headers?: { readonly authorization: string } } {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { headers: { authorization: `Bearer ${token}` } };
}
