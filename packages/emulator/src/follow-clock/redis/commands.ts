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
  const parts = words(command);
  const index = isStream ? placeAfterBlock(parts) : LIMIT_FIRST.has(name) ? 1 : parts.length - 1;
  const limitMs = Number(parts[index]) * (isStream ? 1 : 1_000);
  // Redis itself refuses what is not a number, or negative.
  if (!(limitMs >= 0)) return undefined;
  return { name, limitMs, endless: encode(...parts.with(index, '0')) };
}

function placeAfterBlock(parts: readonly string[]): number {
  const options = parts.slice(
    0,
    parts.findIndex((part) => part.toUpperCase() === 'STREAMS'),
  );
  const block = options.findIndex((part) => part.toUpperCase() === 'BLOCK');
  return block === -1 ? Number.NaN : block + 1;
}

/** Keys may be any bytes; the encoding keeps them. */
function words(command: Buffer): string[] {
  const found: string[] = [];
  let at = command.indexOf('\n') + 1;
  while (at < command.length) {
    const start = command.indexOf('\n', at) + 1;
    const end = start + Number.parseInt(command.toString('latin1', at + 1, start), 10);
    found.push(command.toString('latin1', start, end));
    at = end + 2;
  }
  return found;
}

/** Writes a command. */
export function encode(...parts: readonly string[]): Buffer {
  const texts = parts.map((part) => `$${part.length}\r\n${part}\r\n`);
  return Buffer.from(`*${parts.length}\r\n${texts.join('')}`, 'latin1');
}
