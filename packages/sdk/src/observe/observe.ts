import { copyForeignError } from '../errors/foreign-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { ClientOptions } from '../options/options.ts';
import { createDiagnostics } from './diagnostics.ts';
import type { Hooks } from './hooks.ts';
import { createLogging } from './logging.ts';
import { createTracing } from './telemetry.ts';

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
type Observers = Pick<ClientOptions, 'hooks' | 'logger' | 'telemetry'>;

/**
 * Collects the observers of a client.
 *
 * @returns A function that returns what notifies them; undefined while there are none, so that no events are made.
 */
export function createObserving({ hooks, logger, telemetry }: Observers, redact: Redact) {
  const diagnostics = createDiagnostics();
  const always = [telemetry && createTracing(telemetry), hooks, logger && createLogging(logger)].filter(
    (observer) => observer !== undefined,
  );

  const report = (name: string, reason: unknown) => {
    const error = copyForeignError(reason, redact);
    try {
      logger?.error(`the hook ${name} failed: ${error.message}`, { error });
    } catch {
      // A logger that throws cannot be told anything.
    }
  };

  /** Calls third-party code, which may be asynchronous. */
  const call = (name: string, run: () => unknown): Promise<unknown> | undefined => {
    try {
      const result = run();
      if (typeof (result as Promise<unknown> | undefined)?.then !== 'function') return undefined;
      return Promise.resolve(result).catch((reason: unknown) => report(name, reason));
    } catch (error) {
      report(name, error);
      return undefined;
    }
  };

  return (): Notify | undefined => {
    const published = diagnostics();
    const observers = published === undefined ? always : [...always, published];
    if (observers.length === 0) return undefined;
    return (name, event) => {
      // The name says which event it is; the compiler cannot follow it through the union.
      const pending = observers
        .map((observer) => call(name, () => observer[name]?.(event as never)))
        .filter((one) => one !== undefined);
      return pending.length > 0 ? Promise.all(pending) : undefined;
    };
  };
}
