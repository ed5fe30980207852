import type { ClientOptions } from '../options/options.ts';
import { findDiagnosticsChannels } from './diagnostics.ts';
import type { Hooks } from './hooks.ts';
import { callSafely, createLogging, type Report } from './logging.ts';

/**
 * Notifies all observers of a client. Their errors do not change the call.
 *
 * @returns A promise of the end of those observers that returned one; undefined when none did.
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
  const always = [hooks, logger && createLogging(logger)].filter((observer) => observer !== undefined);

  return (): Notify | undefined => {
    const published = diagnostics();
    const observers = published === undefined ? always : [...always, published];
    if (observers.length === 0) return undefined;
    return (name, event) => {
      // The name determines the type of the event, which the compiler cannot infer for the union.
      const pending = observers
        .map((observer) => callSafely(`the hook ${name}`, () => observer[name]?.(event as never), report))
        .filter((one) => one !== undefined);
      return pending.length > 0 ? Promise.all(pending) : undefined;
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
