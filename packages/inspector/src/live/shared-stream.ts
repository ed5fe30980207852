/** A shared worker: it holds the one stream of digests for all tabs of a service. */
import type { DigestEvent } from '../api/types.ts';

/** The state of the stream, as the worker sends it to the tabs. */
export interface StreamState {
  readonly isConnected: boolean;
  /** The latest digest. */
  readonly digest?: DigestEvent;
  /** When the digest was received, in milliseconds since the epoch. */
  readonly receivedAt: number;
}

type Request = 'leave' | { readonly join: string };

const ports = new Set<MessagePort>();
let source: EventSource | undefined;
let state: StreamState = { isConnected: false, receivedAt: 0 };

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  port.addEventListener('message', ({ data }: MessageEvent<Request>) => {
    if (data === 'leave') leave(port);
    else join(port, data.join);
  });
  port.start();
});

function join(port: MessagePort, url: string): void {
  ports.add(port);
  if (source === undefined) open(url);
  else port.postMessage(state);
}

function leave(port: MessagePort): void {
  ports.delete(port);
  if (ports.size > 0) return;
  source?.close();
  source = undefined;
}

function open(url: string): void {
  source = new EventSource(url);
  source.addEventListener('digest', ({ data }: MessageEvent<string>) =>
    send({ isConnected: true, digest: JSON.parse(data) as DigestEvent, receivedAt: Date.now() }),
  );
  source.addEventListener('error', () => {
    send({ ...state, isConnected: false });
    // The browser gives up after a response that is not a stream, as while another program has the port.
    if (source?.readyState === EventSource.CLOSED) setTimeout(() => ports.size > 0 && open(url), RETRY_MS);
  });
}

const RETRY_MS = 2_000;

function send(next: StreamState): void {
  state = next;
  for (const port of ports) port.postMessage(state);
}
