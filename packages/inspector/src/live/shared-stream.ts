/**
 * A shared worker with the one stream of digests for all tabs of a server, whichever sandboxes they show. Browsers open
 * at most six connections to a server, so with a stream for each tab or each sandbox, other calls would have no
 * connection.
 */
import type { DigestEvent } from '../api/types.ts';

/** The state of a sandbox, as the worker sends it to the tabs. */
export interface StreamState {
  readonly isConnected: boolean;
  /** The latest digest. */
  readonly digest?: DigestEvent;
  /** When the digest was received, in milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** A message of a tab. */
export type StreamRequest =
  | 'leave'
  | {
      /** The address of the stream, without the sandboxes. */
      readonly join: string;
      /** Identifier of the sandbox; empty for the default one. */
      readonly sandbox: string;
    };

const RETRY_MS = 2_000;

/** Tabs that are opened together join one stream. */
const GATHER_MS = 50;

/** The sandbox of each tab. */
const tabs = new Map<MessagePort, string>();
const states = new Map<string, StreamState>();
/** The sandboxes that the stream reports. */
let streamed: ReadonlySet<string> = new Set();
let source: EventSource | undefined;
let opening: ReturnType<typeof setTimeout> | undefined;

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  port.addEventListener('message', ({ data }: MessageEvent<StreamRequest>) => {
    if (data === 'leave') leave(port);
    else join(port, data);
  });
  port.start();
});

function join(port: MessagePort, { join: url, sandbox }: Exclude<StreamRequest, 'leave'>): void {
  tabs.set(port, sandbox);
  const known = states.get(sandbox);
  if (streamed.has(sandbox)) {
    if (known !== undefined) port.postMessage(known);
  } else {
    opening ??= setTimeout(() => open(url), GATHER_MS);
  }
}

function leave(port: MessagePort): void {
  tabs.delete(port);
  if (tabs.size > 0) return;
  source?.close();
  streamed = new Set();
  states.clear();
}

/** Opens a stream of all sandboxes that have a tab, in place of the stream before. */
function open(url: string): void {
  opening = undefined;
  source?.close();
  if (tabs.size === 0) return;
  streamed = new Set(tabs.values());
  const opened = new EventSource(`${url}&sandboxes=${[...streamed].map(encodeURIComponent).join(',')}`);
  source = opened;
  opened.addEventListener('digest', ({ data }: MessageEvent<string>) => {
    const digest = JSON.parse(data) as DigestEvent;
    send(digest.sandbox ?? '', { isConnected: true, digest, receivedAt: Date.now() });
  });
  opened.addEventListener('gone', ({ data }: MessageEvent<string>) => {
    lose((JSON.parse(data) as { readonly sandbox: string }).sandbox);
  });
  opened.addEventListener('error', () => {
    for (const sandbox of streamed) lose(sandbox);
    // The browser gives up after a response that is not a stream, for example while another program uses the port.
    if (opened.readyState === EventSource.CLOSED) opening ??= setTimeout(() => open(url), RETRY_MS);
  });
}

function lose(sandbox: string): void {
  send(sandbox, { receivedAt: 0, ...states.get(sandbox), isConnected: false });
}

function send(sandbox: string, state: StreamState): void {
  states.set(sandbox, state);
  for (const [port, shown] of tabs) if (shown === sandbox) port.postMessage(state);
}
