import { decode, encode } from './protocol.ts';

/** A read that waits in Redis until there is something to read. */
export interface BlockingRead {
  readonly name: string;
  /** How long it waits, in milliseconds; 0 without a limit. */
  readonly limitMs: number;
  /** The same command without a limit. */
  readonly endless: Buffer;
}

/** Reads whose limit is their last argument, in seconds. */
const LIMIT_LAST = new Set(['BLPOP', 'BRPOP', 'BLMOVE', 'BRPOPLPUSH', 'BZPOPMIN', 'BZPOPMAX']);

/** Reads whose limit is their first argument, in seconds. */
const LIMIT_FIRST = new Set(['BLMPOP', 'BZMPOP']);

/** Reads whose limit follows the word BLOCK, in milliseconds. */
const LIMIT_AFTER_BLOCK = new Set(['XREAD', 'XREADGROUP']);

const NAME = /^\*\d+\r\n\$\d+\r\n(\S+)/;

/** The name of a command, in capital letters. */
export function commandName(command: Buffer): string {
  return NAME.exec(command.toString('latin1', 0, 64))?.[1]?.toUpperCase() ?? '';
}

/** Reads a command as a blocking read; undefined when it is not one. */
export function blockingRead(command: Buffer, name: string): BlockingRead | undefined {
  const isStream = LIMIT_AFTER_BLOCK.has(name);
  if (!isStream && !LIMIT_LAST.has(name) && !LIMIT_FIRST.has(name)) return undefined;
  const parts = decode(command);
  const index = isStream ? placeAfterBlock(parts) : LIMIT_FIRST.has(name) ? 1 : parts.length - 1;
  const limitMs = Number(parts[index]) * (isStream ? 1 : 1_000);
  // Redis itself refuses what is not a number, or negative.
  if (!(limitMs >= 0)) return undefined;
  return { name, limitMs, endless: encode(...parts.with(index, '0')) };
}

/** The position after the word BLOCK; without it, the position of the name, which is not a number. */
function placeAfterBlock(parts: readonly string[]): number {
  const words = parts.map((part) => part.toUpperCase());
  const block = words.indexOf('BLOCK');
  // Behind STREAMS it is the name of a stream.
  return block < words.indexOf('STREAMS') ? block + 1 : 0;
}
