import { JsonEntries, JsonFault, type Sink } from '../runtime/snapshot/json-entries.ts';
import type { Snapshot } from '../runtime/snapshot/snapshot.ts';
import { SHAPE } from '../runtime/snapshot/snapshot-shape.ts';
import { EmulatorError } from './emulator-error.ts';

/**
 * Reads a snapshot while it arrives: as one text, a large one would exceed the longest possible string.
 *
 * @throws {EmulatorError} when it ends early, or is not a snapshot.
 */
export async function downloadSnapshot(stream: ReadableStream<Uint8Array>): Promise<Snapshot> {
  const parts = new Parts();
  const json = new JsonEntries(SHAPE, parts);
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) json.write(read.value);
    json.end();
  } catch (error) {
    if (error instanceof EmulatorError) throw error;
    const reason = error instanceof JsonFault ? error.message : 'the connection was lost';
    throw new EmulatorError(`The snapshot could not be read: ${reason}.`, {
      code: 'unreachable',
      cause: error,
    });
  }
  return parts.document as unknown as Snapshot;
}

/** Puts the parts of a document together. */
class Parts implements Sink {
  readonly document: Record<string, unknown> = {};
  readonly #lists = new Map<string, unknown[]>();

  enter(name: string): void {
    if (name === '') return;
    const isObject = typeof shapeAt(name) === 'object';
    const value = isObject ? {} : [];
    if (Array.isArray(value)) this.#lists.set(name, value);
    this.#set(name, value);
  }

  take(name: string, value: unknown, position: number | undefined): void {
    if (position === undefined) this.#set(name, value);
    else this.#lists.get(name)?.push(value);
  }

  #set(name: string, value: unknown): void {
    const path = name.split('.');
    const last = path.pop() ?? '';
    let owner = this.document;
    for (const member of path) owner = owner[member] as Record<string, unknown>;
    Object.defineProperty(owner, last, { value, enumerable: true, writable: true, configurable: true });
  }
}

function shapeAt(name: string): unknown {
  let shape: unknown = SHAPE;
  for (const member of name.split('.')) shape = (shape as Record<string, unknown>)[member];
  return shape;
}
