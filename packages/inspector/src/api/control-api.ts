/** Where this page's control API begins: `/_emulator`, or a sandbox below it. The page lies at that very address. */
export const API = location.pathname.replace(/\/$/, '');

/** Where the control API of the default sandbox begins. */
export const ROOT = API.replace(/\/sandboxes\/[^/]+$/, '');

/** The sandbox the page shows; empty for the default one. */
export const SANDBOX = decodeURIComponent(API.slice(ROOT.length).replace('/sandboxes/', ''));

const TOKEN = 'messaging-emulator-token';

/** Takes the token of the control API out of the fragment of the address, so that it is in no bookmark. */
function takeToken(): void {
  const [, token] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (token === undefined) return;
  sessionStorage.setItem(TOKEN, decodeURIComponent(token));
  history.replaceState(null, '', location.pathname + location.search);
}

takeToken();

/** An address with the token, for calls that the browser makes without headers: streams of events and downloads. */
export function withToken(url: string): string {
  const token = sessionStorage.getItem(TOKEN);
  if (token === null) return url;
  return `${url}${url.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}`;
}

/** Asks for the token, and loads the page again with it. */
function askForToken(): void {
  const token = prompt('This emulator has a control token. Enter it:');
  if (!token) return;
  sessionStorage.setItem(TOKEN, token);
  location.reload();
}

let hasAsked = false;

/** A call the emulator refused, in its own words. */
class Refusal extends Error {}

interface ErrorBody {
  readonly error?: { readonly message?: string };
}

/** Makes a call of the control API. */
export async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${path.startsWith('/_emulator') ? '' : API}${path}`, {
    method,
    ...(text === undefined ? {} : { body: text }),
    ...(signal === undefined ? {} : { signal }),
    ...authorization(),
  }).catch((cause: unknown) => {
    // Browsers say "Failed to fetch", each in words of its own.
    throw new Error('The emulator does not answer. Is it still running?', { cause });
  });
  if (response.status === 401 && !hasAsked) {
    hasAsked = true;
    askForToken();
  }
  const answer = (await response.json()) as Answer & ErrorBody;
  if (!response.ok) throw new Refusal(answer.error?.message ?? `The emulator answered ${response.status}.`);
  return answer;
}

function authorization(): { readonly headers?: { readonly authorization: string } } {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { headers: { authorization: `Bearer ${token}` } };
}

/** Writes a query; what is empty is left out. */
export function query(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? ''
    : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')}`;
}
