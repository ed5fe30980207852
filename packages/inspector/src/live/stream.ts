import type { DigestEvent } from '../api/types.ts';
import type { StreamState } from './shared-stream.ts';

/** Receives what the stream of digests reports. */
export interface StreamHandlers {
  /** A digest, and when it was received by the clock of the machine, in milliseconds since the epoch. */
  readonly onDigest: (digest: DigestEvent, receivedAt: number) => void;
  /** The connection broke; the browser connects again. */
  readonly onLost: () => void;
}

/**
 * Opens the stream of digests. Browsers open at most six connections to a server, so all tabs of a service share one,
 * in a shared worker. A browser without shared workers opens a stream for each tab.
 */
export function openStream(url: string, handlers: StreamHandlers): void {
  if (typeof SharedWorker === 'undefined') openOwnStream(url, handlers);
  else openSharedStream(url, handlers);
}

function openSharedStream(url: string, { onDigest, onLost }: StreamHandlers): void {
  const worker = new SharedWorker(new URL('./shared-stream.ts', import.meta.url), {
    type: 'module',
    name: url,
  });
  worker.port.addEventListener('message', ({ data }: MessageEvent<StreamState>) => {
    if (data.isConnected && data.digest !== undefined) onDigest(data.digest, data.receivedAt);
    else onLost();
  });
  worker.addEventListener('error', () => openOwnStream(url, { onDigest, onLost }), { once: true });
  worker.port.start();
  worker.port.postMessage({ join: url });
  // A page that the browser keeps for Back joins again when it is shown.
  addEventListener('pagehide', () => worker.port.postMessage('leave'));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) worker.port.postMessage({ join: url });
  });
}

function openOwnStream(url: string, { onDigest, onLost }: StreamHandlers): void {
  const source = new EventSource(url);
  source.addEventListener('digest', ({ data }: MessageEvent<string>) =>
    onDigest(JSON.parse(data) as DigestEvent, Date.now()),
  );
  source.addEventListener('error', onLost);
}
