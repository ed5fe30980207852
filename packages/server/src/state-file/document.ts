import { crc32 } from 'node:zlib';
import { UsageError } from '@messaging-service/command-line';
import type { EmulatorOptions } from '@messaging-service/emulator';
import type { SnapshotContent } from '@messaging-service/emulator/host';
import { type RestorableService, readServices } from './read-services.ts';

/** The first line of a state file: what it is, and the version of its form. */
const TITLE = 'messaging-emulator state ';
const HEADER = `${TITLE}3\n`;

/** A service as a state file has it. */
export interface StoredService {
  /** 0 for the default service, otherwise the number of the sandbox. */
  readonly number: number;
  /** The number of the latest sandbox, which may have been deleted: a member of the default service. */
  readonly latestSandbox?: number | undefined;
  /** The options and the name of a sandbox. */
  readonly options?: EmulatorOptions | undefined;
  readonly name?: string | undefined;
  /** The time of the machine's clock at the moment of the snapshot. */
  readonly machine: number;
  readonly snapshot: SnapshotContent;
}

/** Entries of a list of the state of the service before them. */
interface Entries {
  readonly list: string;
  readonly entries: readonly unknown[];
}

/**
 * Writes services as a document: a header, a line for each service without the lists of its state, lines with the entries
 * of these lists, and a checksum that marks the document as complete.
 */
export function writeDocument(services: Iterable<StoredService>): Buffer[] {
  const lines = [Buffer.from(HEADER)];
  for (const { snapshot, ...service } of services) {
    const lists = Object.entries(snapshot.state).filter(([, part]) => Array.isArray(part));
    const state = { ...snapshot.state, ...Object.fromEntries(lists.map(([name]) => [name, []])) };
    lines.push(lineOf({ ...service, snapshot: { ...snapshot, state } } satisfies StoredService));
    for (const [list, part] of lists) {
      for (const entries of partsOf(part as readonly unknown[]))
        lines.push(lineOf({ list, entries } satisfies Entries));
    }
  }
  const checksum = lines.reduce((sum, line) => crc32(line, sum), 0);
  lines.push(Buffer.from(endOf(checksum)));
  return lines;
}

/** The entries of a list in parts, because the text of a long one would exceed the longest possible one. */
function* partsOf(list: readonly unknown[]): Generator<readonly unknown[]> {
  for (let start = 0; start < list.length; start += 1_000) yield list.slice(start, start + 1_000);
}

function lineOf(value: unknown): Buffer<ArrayBuffer> {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** The last line: the mark of completeness. */
function endOf(checksum: number): string {
  return `end ${checksum.toString(16).padStart(8, '0')}\n`;
}

/**
 * Reads a document.
 *
 * @param file - The name of the file, for errors.
 * @throws {UsageError} when it is not complete, damaged, not a state file of this version, or contradicts itself.
 */
export function readDocument(file: string, bytes: Buffer): RestorableService[] {
  if (bytes.length === 0) throw refusal(file, 'is empty');
  const header = bytes.subarray(0, HEADER.length).toString('latin1');
  if (!header.startsWith(TITLE.slice(0, header.length))) throw refusal(file, 'is not a state file');
  if (header.length === HEADER.length && header !== HEADER)
    throw refusal(file, 'is not a state file of this version of the emulator');
  const endLength = endOf(0).length;
  const content = bytes.subarray(0, Math.max(0, bytes.length - endLength));
  const end = bytes.subarray(content.length).toString('latin1');
  if (!/^end [\da-f]{8}\n$/.test(end)) throw refusal(file, 'is not complete: its end is missing');
  if (end !== endOf(crc32(content))) throw refusal(file, 'is damaged: its checksum is wrong');
  try {
    return readServices(linesOf(content.subarray(HEADER.length)));
  } catch (error) {
    throw refusal(file, `cannot be restored: ${(error as Error).message}`);
  }
}

function* linesOf(content: Buffer): Generator<unknown> {
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf('\n', start);
    yield JSON.parse(content.subarray(start, end).toString());
    start = end + 1;
  }
}

function refusal(file: string, reason: string): UsageError {
  return new UsageError(
    `--state ${file} ${reason.replace(/\.$/, '')}. It was not changed. Restore a copy, or use another file with --state.`,
  );
}
