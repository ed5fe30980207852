import { callSafely, type Logger } from '../observe/logging.ts';
import { isBrowser } from './runtime.ts';

const WARNING =
  'An API key of the messaging service is used in a browser, where every visitor can read it and send at your cost. ' +
  'Call the service from your server instead, or set allowBrowser: true if the page is not public.';

let hasWarned = false;

/** Warns once when a key is used in a browser. Addresses of the same machine, such as an emulator, are exempt. */
export function warnInBrowser(prefix: string, logger: Logger | undefined): void {
  if (hasWarned || !isBrowser() || isLocal(prefix)) return;
  hasWarned = true;
  // oxlint-disable-next-line no-console -- without a logger, the console is the only place for it.
  const warn = () => (logger === undefined ? console.warn(WARNING) : logger.warn({}, WARNING));
  // A logger that throws must not prevent the client from being created.
  void callSafely('logger', warn, () => undefined);
}

function isLocal(prefix: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(prefix).hostname);
}
