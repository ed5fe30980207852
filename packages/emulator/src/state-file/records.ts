import type { Fact } from '../domain/state/facts.ts';
import type { Job } from '../domain/state/jobs.ts';
import type { IdsState } from '../runtime/core/ids.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';

const { crc32 } = process.getBuiltinModule('node:zlib');

/** The first line of a state file. */
export const HEADER = 'messaging-emulator state 1\n';

/** A change of a service, in order: a fact, a job that was scheduled, or one that was taken to be run. */
export type Change =
  | readonly [kind: 'fact', at: number, fact: Fact]
  | readonly [kind: 'scheduled', dueAt: number, job: Job]
  | readonly [kind: 'taken', at: number, deliveryId: string | null];

/** The position of the time and the identifiers of a service. */
export interface Point {
  readonly now: number;
  readonly ids: IdsState;
  readonly seq: number;
}

/** A line of a state file. Services are known by their numbers; 0 is the default one. */
export type StateRecord =
  /** A snapshot of a service begins; `options` and `name` are those of a sandbox. */
  | {
      readonly begin: number;
      readonly options?: EmulatorOptions;
      readonly name?: string | undefined;
    }
  /** A piece of the text of that snapshot. */
  | { readonly text: string; readonly of: number }
  /** The snapshot is complete: it replaces everything before it for this service. */
  | { readonly end: number }
  | { readonly changes: readonly Change[]; readonly of: number }
  /** The service was deleted. */
  | { readonly gone: number }
  /** All lines before this one count. `machine` is the time of the machine's clock. */
  | { readonly commit: Readonly<Record<number, Point>>; readonly machine: number };

/** A record as a line: a checksum, the content, and the end of the line. */
export function writeRecord(record: StateRecord): Buffer {
  // The place of the checksum is filled in afterwards, so that the text is encoded only once.
  const line = Buffer.from(`00000000 ${JSON.stringify(record)}\n`);
  line.write(checksum(line.subarray(9, -1)), 0, 'latin1');
  return line;
}

/** Reads a line without its end; undefined when it is not what was written. */
export function readRecord(line: Buffer): StateRecord | undefined {
  const text = line.subarray(9);
  if (line.length < 11 || line.subarray(0, 9).toString('latin1') !== `${checksum(text)} `) return undefined;
  return JSON.parse(text.toString()) as StateRecord;
}

function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0');
}
