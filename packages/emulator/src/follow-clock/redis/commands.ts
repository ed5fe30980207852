/** A read that waits in Redis until there is something to read. */
export interface BlockingRead {
  readonly name: string;
  /** How long it waits, in milliseconds; 0 without a limit. */
  readonly limitMs: number;
  /** The same command without a limit. */
  readonly endless: Buffer;
}

/** Where a command has its limit, and its unit in milliseconds. */
interface Limit {
  readonly at: 'first' | 'last' | 'after BLOCK';
  readonly unitMs: number;
}

const LAST: Limit = { at: 'last', unitMs: 1_000 };
const FIRST: Limit = { at: 'first', unitMs: 1_000 };
const AFTER_BLOCK: Limit = { at: 'after BLOCK', unitMs: 1 };

const LIMITS: Readonly<Record<string, Limit>> = {
  BLPOP: LAST,
  BRPOP: LAST,
  BLMOVE: LAST,
  BRPOPLPUSH: LAST,
  BZPOPMIN: LAST,
  BZPOPMAX: LAST,
  BLMPOP: FIRST,
  BZMPOP: FIRST,
  XREAD: AFTER_BLOCK,
  XREADGROUP: AFTER_BLOCK,
};

/** The command that asks Redis for the number of a connection. */
export const CLIENT_ID: Buffer = encode(['CLIENT', 'ID']);

/** The command that asks Redis what another connection does. */
export function describe(clientId: string): Buffer {
  return encode(['CLIENT', 'LIST', 'ID', clientId]);
}

/** The command that ends the blocking read of another connection as if its limit were over. */
export function unblock(clientId: string): Buffer {
  return encode(['CLIENT', 'UNBLOCK', clientId, 'TIMEOUT']);
}

/** The name of a command, in capital letters. */
export function commandName(command: Buffer): string {
  const [name = ''] = words(command, 1);
  return name.toUpperCase();
}

/** Reads a command as a blocking read; undefined when it is not one. */
export function blockingRead(command: Buffer, name: string): BlockingRead | undefined {
  const limit = Object.hasOwn(LIMITS, name) ? LIMITS[name] : undefined;
  if (limit === undefined) return undefined;
  // Keys may be any bytes; this encoding keeps them.
  const parts = words(command);
  const index = placeOf(limit, parts);
  if (index === -1) return undefined;
  const limitMs = Number(parts[index]) * limit.unitMs;
  // Redis itself refuses what is not a number, or negative.
  if (!(limitMs >= 0)) return undefined;
  return { name, limitMs, endless: encode(parts.with(index, '0')) };
}

function placeOf({ at }: Limit, parts: readonly string[]): number {
  if (at === 'first') return 1;
  if (at === 'last') return parts.length - 1;
  const streams = parts.findIndex((part) => part.toUpperCase() === 'STREAMS');
  const block = parts.findIndex((part) => part.toUpperCase() === 'BLOCK');
  return block === -1 || block > streams ? -1 : block + 1;
}

function words(command: Buffer, most = Number.POSITIVE_INFINITY): string[] {
  const found: string[] = [];
  let at = command.indexOf('\n') + 1;
  while (at < command.length && found.length < most) {
    const start = command.indexOf('\n', at) + 1;
    const end = start + Number.parseInt(command.toString('latin1', at + 1, start), 10);
    found.push(command.toString('latin1', start, end));
    at = end + 2;
  }
  return found;
}

function encode(parts: readonly string[]): Buffer {
  const texts = parts.map((part) => `$${part.length}\r\n${part}\r\n`);
  return Buffer.from(`*${parts.length}\r\n${texts.join('')}`, 'latin1');
}
