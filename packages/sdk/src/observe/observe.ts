import type { ClientOptions } from '../options/options.ts';
import { findDiagnosticsChannels } from './diagnostics.ts';
import type { Hooks } from './hooks.ts';
import { callSafely, createLogging, type Report } from './logging.ts';

/**
 * Notifies all observers of a client. Their errors do not change the call.
 *
 * @returns The promise that the caller's own hook returned; undefined when it returned none. Loggers delay nothing.
 */
export type Notify = <Name extends keyof Hooks>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => Promise<unknown> | undefined;

/** The observers of a client. */
type Observers = Pick<ClientOptions, 'hooks' | 'logger'>;

/**
 * Collects the observers of a client.
 *
 * @param report - Logs their failures.
 * @returns A function that returns the notifying function; undefined while there are no observers, so that no events are
 * created.
 */
export function createObserving({ hooks, logger }: Observers, report: Report) {
  const diagnostics = createDiagnostics();
  const logging = logger && createLogging(logger);

  return (): Notify | undefined => {
    const published = diagnostics();
    if (hooks === undefined && logging === undefined && published === undefined) return undefined;
    return (name, event) => {
      // The name determines the type of the event, which the compiler cannot infer for the union.
      const notify = (observer: Hooks | undefined) =>
        callSafely(`the hook ${name}`, () => observer?.[name]?.(event as never), report);
      const pending = notify(hooks);
      void notify(logging);
      void notify(published);
      return pending;
    };
  };
}

/** Everything the client uses of a diagnostics channel. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

const CHANNELS: Readonly<Record<keyof Hooks, string>> = {
  beforeRequest: 'messaging-service:sdk:request',
  afterResponse: 'messaging-service:sdk:response',
  onMismatch: 'messaging-service:sdk:mismatch',
  onDeprecation: 'messaging-service:sdk:deprecation',
  beforeRetry: 'messaging-service:sdk:retry',
  onError: 'messaging-service:sdk:error',
};

/**
 * Prepares the diagnostics channels of the client.
 *
 * @returns A function that returns the publishing hooks, or undefined as long as there are no subscribers.
 */
function createDiagnostics(): () => Hooks | undefined {
  const module = findDiagnosticsChannels();
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
