import { createHash } from 'node:crypto';
import type { Credentials, HttpResponse } from '@messaging-service/emulator/host';
import { CONTROL_PREFIX } from '@messaging-service/protocol';
import { shellWord } from '@messaging-service/text';
import { isRead } from '../control-api/control-api.ts';
import type { Call } from './call.ts';

/** The server that the page is about. */
export interface FrontPageOf {
  /** The address under which the caller reached it: its origin, and the path of a proxy if that says so. */
  readonly address: string;
  /** The keys that the page may show; undefined if callers need a control token to see them. */
  readonly credentials: Credentials | undefined;
}

/** Whether a call is for the page: a browser opens the address of the server. Other programs get the response of the API. EMU-25. */
export function asksForFrontPage({ method, target, headers }: Call): boolean {
  return target.path === '/' && isRead(method) && prefersHtml(headers.accept);
}

/** Whether a header `accept` names HTML, and JSON not before it. A wildcard alone, as curl sends it, does not name HTML. */
function prefersHtml(accept = ''): boolean {
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
      return { type, weight: Number(weight ?? 1) };
    })
    .filter(({ type, weight }) => (type === 'text/html' || type === 'application/json') && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return ranges[0]?.type === 'text/html';
}

/** The page at the address of a server: it says what runs here and where to go. Nothing on it comes from elsewhere. */
export function frontPage(server: FrontPageOf): HttpResponse {
  return { status: 200, headers: HEADERS, body: pageOf(server) };
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f6f7f9; --surface: #fff; --ink: #1b2030; --dim: #596275; --line: #dde1e8; --accent: #2f4fb8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #12151c; --surface: #1b202a; --ink: #e6e9f0; --dim: #a3acbd; --line: #303848; --accent: #9db4ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: clamp(1.5rem, 8vw, 5rem) 1.25rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
p { margin: 0 0 1rem; }
ul { margin: 1.5rem 0 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
li { padding: .8rem 1rem; color: var(--dim); }
li + li { border-top: 1px solid var(--line); }
a { color: var(--accent); font-weight: 600; }
li a { display: block; }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: .875rem/1.55 ui-monospace, monospace; }
pre { margin: 0 0 1rem; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
`;

/** A picture in the page itself. Without one, browsers request a file of the API, and the inspector lists that call. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%227%22 fill=%22%233a5bc7%22/%3E%3Cpath d=%22M7 9h18v12H15l-5 4v-4H7Z%22 fill=%22%23fff%22/%3E%3C/svg%3E';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The page may load nothing, and other pages cannot show it in a frame. It contains keys, so no cache keeps it. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
} as const;

function pageOf(server: FrontPageOf): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Messaging emulator</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Messaging emulator</h1>
<p>A whole messaging service runs at this address. It keeps every text in memory and sends none to a real phone.</p>
<ul>
<li><a href="${linkTo(server)}/">Inspector</a>See texts arrive, reply from a phone, move the clock, and make calls fail.</li>
<li><a href="${linkTo(server)}/openapi.json">Control API (OpenAPI)</a>Everything the inspector does, for your tests.${tokenNote(server)}</li>
<li><a href="${linkTo(server)}/health">Health</a>Whether the service runs, and the time of its clock.</li>
</ul>
<h2>Send a text</h2>
<p>Paste this in a terminal, then look at the phone in the inspector:</p>
<pre><code>${escapeHtml(curlOf(server))}</code></pre>
${credentialsNote(server)}
</main>
</body>
</html>
`;
}

/** The path of the control API. A proxy that removes a path without saying so leaves a page whose address ends with a slash. */
function linkTo({ address }: FrontPageOf): string {
  const { pathname } = new URL(address);
  return `${pathname === '/' ? '.' : pathname}${CONTROL_PREFIX}`;
}

function tokenNote({ credentials }: FrontPageOf): string {
  return credentials === undefined ? ' Requires the control token.' : '';
}

function credentialsNote({ credentials }: FrontPageOf): string {
  if (credentials === undefined)
    return '<p>Replace <code>YOUR_ACCOUNT_KEY</code>. This server has a control token, so this page shows no keys.</p>';
  if (credentials.account === null)
    return '<p>Replace <code>YOUR_ACCOUNT_KEY</code>. This service has no account yet: the inspector creates one.</p>';
  return '<p>The key is that of the first account. It works at this server only.</p>';
}

/** The request has no type of content: the API reads JSON in any case, as `--data` sends it. */
function curlOf({ address, credentials }: FrontPageOf): string {
  const key = credentials?.account?.apiKey ?? 'YOUR_ACCOUNT_KEY';
  const [sender] = credentials?.account?.senders ?? [];
  const from =
    sender === undefined || credentials?.sharedSenders.length !== 0
      ? { type: 'shared' }
      : { type: 'custom', value: sender };
  const body = { messages: [{ to: '447700900123', from, body: 'Your table is ready' }] };
  const url = shellWord(`${address}/message?key=${encodeURIComponent(key)}`);
  return `curl ${url} \\\n  --data ${shellWord(JSON.stringify(body))}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
