import { findDiagnosticsChannels } from './diagnostics.ts';
import type { Hooks, Observer } from './hooks.ts';

/** The diagnostics channels of the client. */
const CHANNELS: Readonly<Record<keyof Hooks, string>> = {
  beforeRequest: 'messaging-service:sdk:request',
  afterResponse: 'messaging-service:sdk:response',
  onMismatch: 'messaging-service:sdk:mismatch',
  onDeprecation: 'messaging-service:sdk:deprecation',
  beforeRetry: 'messaging-service:sdk:retry',
  onError: 'messaging-service:sdk:error',
};

/**
 * Creates hooks that publish on diagnostics channels. Each exists only while its channel has subscribers, because a Cloudflare
 * Worker would copy each event for its Tail Workers, and fail outside of a request.
 */
export function createPublishing(): Observer {
  const hooks: Observer = {};
  for (const [name, topic] of Object.entries(CHANNELS)) {
    const channel = findDiagnosticsChannels()?.channel(topic);
    const publish = (event: unknown) => channel?.publish(event);
    Object.defineProperty(hooks, name, { get: () => (channel?.hasSubscribers ? publish : undefined) });
  }
  return hooks;
}
