import { ConnectionError } from './errors/connection-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { Redact } from './redact.ts';

type Engine = typeof import('./engine.ts');
type Extras = typeof import('./extras.ts');

let engine: Engine | undefined;
let extras: Extras | undefined;

/**
 * Loads what calls are carried out with: a program that starts, and may never send, does not wait for it.
 *
 * @param name - The call that asks for it, for messages to persons.
 * @returns It, or a promise of it the first time.
 * @throws {ConnectionError} It cannot be loaded, and nothing was sent. After a deployment, for example, a page that is
 * still open asks for a file of yesterday.
 */
export function loadEngine(name: string, redact: Redact): Engine | Promise<Engine> {
  return engine ?? load(name, redact, async () => (engine = await import('./engine.ts')));
}

/** Loads what a plain send does not need; otherwise as {@link loadEngine}. */
export function loadExtras(name: string, redact: Redact): Extras | Promise<Extras> {
  return extras ?? load(name, redact, async () => (extras = await import('./extras.ts')));
}

async function load<Part>(name: string, redact: Redact, part: () => Promise<Part>): Promise<Part> {
  try {
    return await part();
  } catch (error) {
    const cause = copyForeignError(error, redact);
    const message = `${name} was not sent: a part of the client cannot be loaded: ${cause.message}`;
    throw new ConnectionError(message, { cause });
  }
}
