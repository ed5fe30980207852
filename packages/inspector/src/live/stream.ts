import { connection } from '../api/connection.ts';
import { API, ROOT, SANDBOX, withToken } from '../api/control-api.ts';
import type { DigestEvent } from '../api/types.ts';
import type { StreamRequest, StreamState } from './shared-stream.ts';
// oxlint-disable-next-line import/default -- The build creates this module; it exports the address of the worker.
import workerUrl from './shared-stream.ts?sharedworker&url';

/** Handlers of the events of the stream. */
export interface StreamHandlers {
  /** A digest, and when it was received by the clock of the machine, in milliseconds since the epoch. */
  readonly onDigest: (digest: DigestEvent, receivedAt: number) => void;
  /** The connection broke; the browser connects again. */
  readonly onLost: () => void;
}

/**
 * Opens the stream of digests. Browsers open at most six connections to a server, so all tabs of a server share one,
 * in a shared worker. A browser without shared workers opens a stream for each tab, and so does a page with its own emulator.
 */
export function openStream(handlers: StreamHandlers): void {
  if (connection.isServer && typeof SharedWorker !== 'undefined') openSharedStream(handlers);
  else openOwnStream(handlers);
}

function openSharedStream(handlers: StreamHandlers): void {
  const url = absolute(`${ROOT}/events?digest`);
  // The files of the page are below the address of its sandbox, too. The same address means the same worker.
  const script = new URL(workerUrl, location.href).href.replace(`${API}/`, `${ROOT}/`);
  const worker = new SharedWorker(script, { type: 'module', name: url });
  const { port } = worker;
  const request = (message: StreamRequest) => port.postMessage(message);
  const join = () => request({ join: url, sandbox: SANDBOX });
  port.addEventListener('message', ({ data }: MessageEvent<StreamState>) => {
    if (data.isConnected && data.digest !== undefined) handlers.onDigest(data.digest, data.receivedAt);
    else handlers.onLost();
  });
  worker.addEventListener('error', () => openOwnStream(handlers), { once: true });
  port.start();
  join();
  // A page that the browser keeps for Back joins again when it is shown.
  addEventListener('pagehide', () => request('leave'));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) join();
  });
}

function openOwnStream({ onDigest, onLost }: StreamHandlers): void {
  const source = connection.events(withToken(`${API}/events?digest`));
  source.addEventListener('digest', ({ data }) => onDigest(JSON.parse(data) as DigestEvent, Date.now()));
  source.addEventListener('error', onLost);
}

function absolute(path: string): string {
  return new URL(withToken(path), location.href).href;
}
