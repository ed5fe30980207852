import { createDiagnostics } from './diagnostics.ts';
import { copyForeignError } from './foreign-error.ts';
import type { Hooks } from './hooks.ts';
import { createLogging } from './logging.ts';
import type { ClientOptions } from './options.ts';
import type { Redact } from './redact.ts';
import { createTracing } from './telemetry.ts';

/** Tells all who watch a client that something happened. Nothing that they do or throw changes the call. */
export type Notify = <Name extends keyof Hooks>(
  name: Name,
  event: Parameters<NonNullable<Hooks[Name]>>[0],
) => void;

/** Those who may watch a client. */
type Watchers = Pick<ClientOptions, 'hooks' | 'logger' | 'telemetry'>;

/**
 * Gathers those who watch a client.
 *
 * @returns What gives each call its way to tell them: undefined while nobody watches, so that no event need be made.
 */
export function createObserving({ hooks, logger, telemetry }: Watchers, redact: Redact) {
  const diagnostics = createDiagnostics();
  const always = [telemetry && createTracing(telemetry), hooks, logger && createLogging(logger)].filter(
    (watcher) => watcher !== undefined,
  );

  const report = (name: string) => (reason: unknown) => {
    const error = copyForeignError(reason, redact);
    callSafely(
      () => logger?.error(`the hook ${name} failed: ${error.message}`, { error }),
      () => undefined,
    );
  };

  return (): Notify | undefined => {
    const published = diagnostics();
    const watchers = published === undefined ? always : [...always, published];
    if (watchers.length === 0) return undefined;
    return (name, event) => {
      // The name says which event it is; the compiler cannot follow it through the union.
      for (const watcher of watchers) callSafely(() => watcher[name]?.(event as never), report(name));
    };
  };
}

/** Calls a stranger's function, which may be an async one. */
function callSafely(call: () => unknown, onFailure: (reason: unknown) => void): void {
  try {
    void Promise.resolve(call()).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
