import { useEffect, useMemo } from 'preact/hooks';
import { call, searchProblem } from '../api/control-api.ts';
import { useRedraw } from '../listeners.ts';
import { query } from '../values.ts';
import { LiveQuery } from './live-query.ts';

/** Rows before and after the visible ones that are read with them, and how many of them are left when more are read. */
const AROUND = 300;
const LEAST_AROUND = 150;

/** Rows that may be added during a call: a list that is followed reads them with its latest rows. */
const ADDED = 400;

/** A list that is too long to read as a whole. */
export interface RowSource<Row> {
  /** Path of the control API; it takes `offset` and `limit`. */
  readonly path: string;
  /** Search and filters. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** The member of the response that contains the rows. */
  readonly member: string;
  /** Whether the last row of the list is shown first. */
  readonly newestLast: boolean;
  readonly idOf: (row: Row) => string;
}

interface ListResponse {
  readonly total: number;
  /** Index of the row that the request asked to locate; null when the list does not contain it. */
  readonly position?: number | null;
  /** Of a log: earlier entries that it no longer has; only without a search. */
  readonly dropped?: number;
  readonly [member: string]: unknown;
}

/**
 * The rows around the visible ones of a long list, read again whenever something has changed. Positions are those in which
 * the rows are shown.
 */
export class Rows<Row> {
  readonly source: RowSource<Row>;
  /** The length of the list; undefined before the first response. */
  total: number | undefined;
  /** Earlier entries that a log no longer has. */
  dropped = 0;
  error: string | undefined;
  /** Why the emulator refuses the search; undefined for other errors. */
  problem: string | undefined;
  /** How far the rows that the user reads have moved down since the first response, because others were added above them. */
  shift = 0;
  readonly #onChange: () => void;
  #query: LiveQuery | undefined;
  /** The rows that were read, and the index of the first of them in the list. */
  #rows: readonly Row[] = [];
  #offset = 0;
  /** The visible rows. */
  #first = 0;
  #last = 0;

  constructor(source: RowSource<Row>, onChange: () => void) {
    this.source = source;
    this.#onChange = onChange;
  }

  /** Reads the list until it is stopped. Returns the function that stops it. */
  start(): () => void {
    const reading = new LiveQuery(
      (signal) => this.#read(signal),
      (error) => {
        this.error = error.message;
        this.problem = searchProblem(error);
        this.#onChange();
      },
    );
    this.#query = reading;
    return () => reading.stop();
  }

  /** The row at a position; undefined while it is being read. */
  rowAt(shown: number): Row | undefined {
    return this.#rows[this.#stored(shown) - this.#offset];
  }

  /** Sets which rows are visible. Those that the user scrolls to are read without a pause. */
  look(first: number, last: number): void {
    this.#first = first;
    this.#last = last;
    if (this.total !== undefined && !this.#has(LEAST_AROUND)) this.refresh();
  }

  /** The position of a row; undefined when the list does not contain it, or cannot be read. */
  async locate(id: string): Promise<number | undefined> {
    const found = await this.#fetch({ offset: 0, limit: 1, locate: id }).catch(() => undefined);
    if (typeof found?.position !== 'number') return undefined;
    this.total ??= found.total;
    return this.#stored(found.position);
  }

  refresh(): void {
    this.#query?.refresh();
  }

  /** The index in the list of a position, and the other way round. */
  #stored(shown: number): number {
    return this.source.newestLast ? (this.total ?? 0) - 1 - shown : shown;
  }

  /** The visible rows and a number of rows before and after them, as the part of the list from one index to another. */
  #part(around: number): readonly [from: number, end: number] {
    const ends = [this.#stored(this.#first), this.#stored(this.#last)];
    const inList = (index: number) => Math.max(0, Math.min(this.total ?? Number.POSITIVE_INFINITY, index));
    return [inList(Math.min(...ends) - around), inList(Math.max(...ends) + 1 + around)];
  }

  #has(around: number): boolean {
    const [from, end] = this.#part(around);
    return from >= this.#offset && end <= this.#offset + this.#rows.length;
  }

  /** Reads the rows around the visible ones, and again if the user has scrolled to others meanwhile. */
  async #read(signal: AbortSignal): Promise<void> {
    // A list that is shown from its end must be counted first, and one that was empty again.
    if (!this.total && this.source.newestLast)
      this.total = (await this.#fetch({ offset: 0, limit: 1 }, signal)).total;
    do await this.#readPart(signal);
    while (!signal.aborted && !this.#has(0));
  }

  /** Reads the rows around the visible ones. The rows and the length of the list change together. */
  async #readPart(signal: AbortSignal): Promise<void> {
    const [offset, end] = this.#part(AROUND);
    const added = this.source.newestLast && this.#first === 0 ? ADDED : 0;
    const response = await this.#fetch({ offset, limit: Math.max(1, end - offset + added) }, signal);
    if (signal.aborted) return;
    const before = this.#visibleIds();
    this.total = response.total;
    this.dropped = response.dropped ?? 0;
    this.#rows = response[this.source.member] as readonly Row[];
    this.#offset = offset;
    this.shift += this.#distanceFrom(before);
    this.error = undefined;
    this.problem = undefined;
    this.#onChange();
  }

  /** The positions of the visible rows by their identifiers. */
  #visibleIds(): ReadonlyMap<string, number> {
    const ids = new Map<string, number>();
    for (let shown = this.#first; shown <= this.#last; shown++) {
      const row = this.rowAt(shown);
      if (row !== undefined) ids.set(this.source.idOf(row), shown);
    }
    return ids;
  }

  /** How far rows have moved down: most of them, because one of them may have moved to the top. */
  #distanceFrom(before: ReadonlyMap<string, number>): number {
    const distances = this.#rows.flatMap((row, index) => {
      const shown = before.get(this.source.idOf(row));
      return shown === undefined ? [] : [this.#stored(this.#offset + index) - shown];
    });
    return distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0;
  }

  #fetch(window: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<ListResponse> {
    const { path, parameters } = this.source;
    return call<ListResponse>('GET', `${path}${query({ ...parameters, ...window })}`, undefined, signal);
  }
}

/** Reads the visible rows of a long list, and again whenever something has changed. */
export function useRows<Row>(source: RowSource<Row>): Rows<Row> {
  const redraw = useRedraw();
  const rows = useMemo(() => new Rows<Row>(source, redraw), [JSON.stringify(source)]);
  useEffect(() => rows.start(), [rows]);
  return rows;
}
