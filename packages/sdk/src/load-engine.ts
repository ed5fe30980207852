import { ConnectionError } from './errors/connection-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { Redact } from './redact.ts';

type Engine = typeof import('./engine.ts');

let loaded: Engine | undefined;

/**
 * Loads what calls are carried out with: a program that starts, and may never send, does not wait for it.
 *
 * @param name - The call that asks for it, for messages to persons.
 * @returns It, or a promise of it the first time.
 * @throws {ConnectionError} It cannot be loaded, and nothing was sent. After a deployment, for example, a page that is
 * still open asks for a file of yesterday.
 */
export function loadEngine(name: string, redact: Redact): Engine | Promise<Engine> {
  return loaded ?? load(name, redact);
}

async function load(name: string, redact: Redact): Promise<Engine> {
  try {
    loaded = await import('./engine.ts');
    return loaded;
  } catch (error) {
    const cause = copyForeignError(error, redact);
    const message = `${name} was not sent: a part of the client cannot be loaded: ${cause.message}`;
    throw new ConnectionError(message, { cause });
  }
}
