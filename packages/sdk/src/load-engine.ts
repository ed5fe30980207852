import type { EndpointNamed, OperationName } from '@messaging-service/contract';
import { ConnectionError } from './errors/connection-error.ts';
import { copyForeignError } from './foreign-error.ts';
import type { Redact } from './redact.ts';

type Engine = typeof import('./engine.ts');
type Extras = typeof import('./extras.ts');

let engine: Engine | undefined;
let extras: Extras | undefined;

/** What carries an operation out, and the operation's row of the endpoint table. */
export interface Equipment<Name extends OperationName> {
  readonly engine: Engine;
  readonly row: EndpointNamed<Name>;
}

/** What an operation takes, if all of it has been loaded. */
export function loadedFor<Name extends OperationName>(name: Name): Equipment<Name> | undefined {
  if (engine === undefined) return undefined;
  const row = isSend(name) ? engine.messageEndpoints.send : extras?.otherRow(name);
  return row && { engine, row: row as EndpointNamed<Name> };
}

/**
 * Loads what an operation takes: a program that starts, and may never send, does not wait for it.
 *
 * @param name - The operation.
 * @throws {ConnectionError} It cannot be loaded, and nothing was sent. After a deployment, for example, a page that is
 * still open asks for a file of yesterday.
 */
export async function loadFor<Name extends OperationName>(
  name: Name,
  redact: Redact,
): Promise<Equipment<Name>> {
  engine ??= await load(name, redact, () => import('./engine.ts'));
  if (!isSend(name)) await loadExtras(name, redact);
  return loadedFor(name) as Equipment<Name>;
}

/** The one operation that needs no more than the engine. */
function isSend(name: OperationName): name is 'messages.send' {
  return name === 'messages.send';
}

/** Loads what a plain send does not need; otherwise as {@link loadFor}. */
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
