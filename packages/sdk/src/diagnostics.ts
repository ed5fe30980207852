import type { Hooks } from './hooks.ts';

/** What is used of a channel of Node's. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

const CHANNELS: Readonly<Record<keyof Hooks, string>> = {
  beforeRequest: 'messaging-service:sdk:request',
  afterResponse: 'messaging-service:sdk:response',
  beforeRetry: 'messaging-service:sdk:retry',
  onError: 'messaging-service:sdk:error',
};

/**
 * Finds the diagnostics channels, where the runtime has any, without importing a module that others lack.
 *
 * @returns What gives the hooks that publish, or undefined as long as nobody listens.
 */
export function createDiagnostics(): () => Hooks | undefined {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const module = process?.getBuiltinModule?.('node:diagnostics_channel');
  if (module === undefined) return () => undefined;
  const channels = Object.entries(CHANNELS).map(
    ([hook, name]) => [hook, module.channel(name)] as [string, Channel],
  );
  const hooks: Hooks = Object.fromEntries(
    channels.map(([hook, channel]) => [hook, (event: object) => channel.publish(event)]),
  );
  return () => (channels.some(([, channel]) => channel.hasSubscribers) ? hooks : undefined);
}
