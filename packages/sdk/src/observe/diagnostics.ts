import type { Hooks } from './hooks.ts';

/** Everything the client uses of a diagnostics channel. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

const CHANNELS: Readonly<Record<keyof Hooks, string>> = {
  beforeRequest: 'messaging-service:sdk:request',
  afterResponse: 'messaging-service:sdk:response',
  onMismatch: 'messaging-service:sdk:mismatch',
  beforeRetry: 'messaging-service:sdk:retry',
  onError: 'messaging-service:sdk:error',
};

/**
 * Finds the diagnostics channels where the runtime has any, without importing a module that others lack.
 *
 * @returns A function that returns the publishing hooks, or undefined as long as there are no subscribers.
 */
export function createDiagnostics(): () => Hooks | undefined {
  const module = findModule();
  if (module === undefined) return () => undefined;
  const channels = Object.entries(CHANNELS).map(
    ([hook, name]) => [hook, module.channel(name)] as [string, Channel],
  );
  const hooks: Hooks = Object.fromEntries(
    channels.map(([hook, channel]) => [hook, (event: object) => channel.publish(event)]),
  );
  return () => {
    for (const [, channel] of channels) if (channel.hasSubscribers) return hooks;
    return undefined;
  };
}

/** Some runtimes have the function, and throw when it is called. */
function findModule() {
  try {
    const { process } = globalThis as { process?: Partial<NodeJS.Process> };
    return process?.getBuiltinModule?.('node:diagnostics_channel');
  } catch {
    return undefined;
  }
}
