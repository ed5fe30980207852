import { closeSync, fstatSync, readSync } from 'node:fs';
import { apply } from '../domain/state/apply.ts';
import { isStale } from '../domain/state/jobs.ts';
import { Agenda } from '../runtime/core/agenda.ts';
import type { EmulatorOptions } from '../runtime/options/options.ts';
import { readSnapshotText } from '../runtime/snapshot/read-snapshot.ts';
import type { Restorable } from '../runtime/snapshot/snapshot.ts';
import { yieldEvery } from '../runtime/time/event-loop.ts';
import { openExisting, readLines } from './read-lines.ts';
import { type Change, HEADER, type Point, readRecord, type StateRecord } from './records.ts';
import { StateFileError } from './state-file-error.ts';

/** A service in a state file. */
export interface KeptService {
  readonly number: number;
  readonly options: EmulatorOptions | undefined;
  readonly name: string | undefined;
  readonly content: Restorable;
  /** The time of the machine's clock when the file was last written. */
  readonly machine: number;
}

/** The positions of the lines of a service in the file. */
interface Places {
  options: EmulatorOptions | undefined;
  name: string | undefined;
  texts: Place[];
  changes: Place[];
}

type Place = readonly [offset: number, length: number];

/** A snapshot that is not complete yet, and one that is. */
interface Found {
  readonly begun: Map<number, Places>;
  readonly services: Map<number, Places>;
}

/**
 * Reads a state file.
 *
 * @returns The services, the default one first; undefined when there is no file.
 * @throws StateFileError when it is not a state file, or is damaged.
 */
export async function loadStateFile(file: string): Promise<KeptService[] | undefined> {
  const handle = openExisting(file);
  if (handle === undefined) return undefined;
  try {
    if (!isStateFile(handle, file)) return undefined;
    const { services, points, machine } = scan(handle, file);
    const kept: KeptService[] = [];
    for (const [number, places] of [...services].toSorted(([one], [other]) => one - other)) {
      const point = points[number];
      if (point === undefined) continue;
      const content = await restore(handle, places, point);
      kept.push({ number, options: places.options, name: places.name, content, machine });
    }
    return kept;
  } finally {
    closeSync(handle);
  }
}

/** An empty file counts as missing, because a user or a script may have created it. */
function isStateFile(handle: number, file: string): boolean {
  const { size } = fstatSync(handle);
  if (size === 0) return false;
  if (readAt(handle, [0, Math.min(size, HEADER.length)]).toString('latin1') === HEADER) return true;
  throw new StateFileError(
    `${file} is not a state file of this version of the emulator. It was not changed. Use another file with --state.`,
  );
}

function scan(handle: number, file: string) {
  const found: Found = { begun: new Map(), services: new Map() };
  let pending: { readonly record: StateRecord; readonly place: Place }[] = [];
  let points: Readonly<Record<number, Point>> = {};
  let machine = 0;
  let torn: number | undefined;
  for (const { offset, bytes, isComplete } of readLines(handle, HEADER.length)) {
    const record = isComplete ? readRecord(bytes) : undefined;
    if (record === undefined) torn ??= offset;
    else if (torn !== undefined) throw damaged(file, torn);
    else if ('commit' in record) {
      for (const each of pending) note(found, each.record, each.place);
      pending = [];
      points = { ...points, ...record.commit };
      machine = record.machine;
    } else pending.push({ record: withoutBulk(record), place: [offset, bytes.length] });
  }
  return { services: found.services, points, machine };
}

/** Texts and changes are read again when they are needed, so that only one service at a time is in memory. */
function withoutBulk(record: StateRecord): StateRecord {
  if ('text' in record) return { text: '', of: record.of };
  return 'changes' in record ? { changes: [], of: record.of } : record;
}

function damaged(file: string, offset: number): StateFileError {
  return new StateFileError(
    `${file} is damaged at byte ${offset}: the checksum of the line is wrong, and valid lines follow. It was not changed. Restore a copy, or use another file with --state.`,
  );
}

function note({ begun, services }: Found, record: StateRecord, place: Place): void {
  if ('begin' in record)
    begun.set(record.begin, { options: record.options, name: record.name, texts: [], changes: [] });
  else if ('text' in record) begun.get(record.of)?.texts.push(place);
  else if ('changes' in record) services.get(record.of)?.changes.push(place);
  else if ('gone' in record) services.delete(record.gone);
  else if ('end' in record) {
    const complete = begun.get(record.end);
    if (complete !== undefined) services.set(record.end, complete);
    begun.delete(record.end);
  }
}

async function restore(handle: number, { texts, changes }: Places, point: Point): Promise<Restorable> {
  const content = await readSnapshotText(textsOf(handle, texts), yieldEvery());
  const { state } = content;
  const agenda = new Agenda((job) => isStale(state, job));
  agenda.adopt(content.agenda);
  const underWay = new Set<string>();
  for (const place of changes) {
    const record = readRecord(readAt(handle, place));
    if (record === undefined || !('changes' in record)) continue;
    for (const change of record.changes) replay(change, { state, agenda, underWay });
  }
  // Attempts that were running are made again.
  for (const deliveryId of underWay) agenda.schedule(point.now, { kind: 'attempt-webhook', deliveryId });
  return { ...content, ...point, agenda };
}

async function* textsOf(handle: number, places: readonly Place[]): AsyncGenerator<Uint8Array> {
  for (const place of places) {
    const record = readRecord(readAt(handle, place));
    if (record !== undefined && 'text' in record) yield Buffer.from(record.text);
    await Promise.resolve();
  }
}

interface Replayed extends Pick<Restorable, 'state' | 'agenda'> {
  readonly underWay: Set<string>;
}

function replay(change: Change, { state, agenda, underWay }: Replayed): void {
  const [kind, at, content] = change;
  if (kind === 'scheduled') agenda.schedule(at, content);
  else if (kind === 'fact') {
    apply(state, content, at);
    if (content.type === 'webhook-attempted') underWay.delete(content.deliveryId);
  } else {
    // The snapshot lists running attempts as jobs. They come first, and were not taken a second time.
    for (let job = agenda.take(at); job !== undefined; job = agenda.take(at)) {
      const deliveryId = job.kind === 'attempt-webhook' ? job.deliveryId : null;
      if (deliveryId !== null) underWay.add(deliveryId);
      if (deliveryId === content) return;
    }
  }
}

function readAt(handle: number, [offset, length]: Place): Buffer {
  const bytes = Buffer.alloc(length);
  readSync(handle, bytes, 0, length, offset);
  return bytes;
}
