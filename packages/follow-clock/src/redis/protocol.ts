import type { Piece } from '../framing.ts';

/** The types of texts, whose length is in their first line. */
const TEXTS = '$=!';

/**
 * Finds a piece of a message of the Redis protocol (RESP 2 and 3): an element, or the first line of a collection. Commands
 * and replies have the same form.
 */
export function pieceAt(bytes: Buffer, at: number): Piece {
  const next = bytes.indexOf('\n', at) + 1;
  if (next === 0) return { end: bytes.length + 1, more: 0 };
  const type = String.fromCharCode(bytes[at] as number);
  const count = Number.parseInt(bytes.toString('latin1', at + 1, next), 10);
  // A negative count means null.
  if (!(count >= 0)) return { end: next, more: 0 };
  return TEXTS.includes(type)
    ? { end: next + count + 2, more: 0 }
    : { end: next, more: elements(type, count) };
}

/** How many elements follow the first line of a message. */
function elements(type: string, count: number): number {
  if ('*~>'.includes(type)) return count;
  if (type === '%') return 2 * count;
  // Attributes come before the element that they belong to.
  return type === '|' ? 2 * count + 1 : 0;
}

/** Reads the parts of a command. Keys may be any bytes; the encoding keeps them. */
export function decode(command: Buffer): string[] {
  const parts: string[] = [];
  for (let at = command.indexOf('\n') + 1; at < command.length; ) {
    const { end } = pieceAt(command, at);
    parts.push(command.toString('latin1', command.indexOf('\n', at) + 1, end - 2));
    at = end;
  }
  return parts;
}

/** Writes a command. */
export function encode(...parts: readonly string[]): Buffer {
  const texts = parts.map((part) => `$${part.length}\r\n${part}\r\n`);
  return Buffer.from(`*${parts.length}\r\n${texts.join('')}`, 'latin1');
}
