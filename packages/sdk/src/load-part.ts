import { ConnectionError } from './errors/connection-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { Redact } from './redact.ts';

/**
 * Loads a part of this package that not everybody needs. Bundlers make a file of its own of it, and a file may be gone:
 * after a deployment, a page that is still open asks for one of yesterday.
 *
 * @param load - An `import()`, written out so that bundlers see it.
 * @throws {ConnectionError} The part cannot be loaded; nothing was sent.
 */
export async function loadPart<Part>(
  operation: string,
  load: () => Promise<Part>,
  redact: Redact,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const cause = copyForeignError(error, redact);
    const message = `${operation} was not sent: a part of the client cannot be loaded: ${cause.message}`;
    throw new ConnectionError(message, { cause });
  }
}
