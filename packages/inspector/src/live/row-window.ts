import { call, searchProblem } from '../api/control-api.ts';
import { query } from '../values.ts';
import { LiveQuery } from './live-query.ts';

/** Rows before and after the visible ones that are read with them, and how many of them are left when more are read. */
const AROUND = 300;
const LEAST_AROUND = 150;

/** Rows that may be added during a call: a list that is followed reads them with its latest rows. */
const ADDED = 400;

/** A list that is too long to read as a whole. */
export interface RowSource {
  /** Path of the control API; it takes `offset` and `limit`. */
  readonly path: string;
  /** Search and filters. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** The member of the response that contains the rows. */
  readonly member: string;
  /** Whether the last row of the list is shown first. */
  readonly newestLast: boolean;
}

interface ListResponse {
  readonly total: number;
  /** Index of the row that the request asked to locate; null when the list does not contain it. */
  readonly position?: number | null;
  readonly [member: string]: unknown;
}

/** The rows around the visible ones of a long list, read again whenever something has changed. */
export class RowWindow<Row> {
  total: number | undefined;
  error: string | undefined;
  /** Why the emulator refuses the search. */
  problem: string | undefined;
  readonly #source: RowSource;
  readonly #onChange: () => void;
  readonly #query: LiveQuery;
  /** The rows that were read, and the index of the first of them in the list. */
  #rows: readonly Row[] = [];
  #offset = 0;
  /** The visible rows, in the order in which they are shown. */
  #first = 0;
  #last = 0;
  #isReading = false;

  constructor(source: RowSource, onChange: () => void) {
    this.#source = source;
    this.#onChange = onChange;
    this.#query = new LiveQuery(
      (signal) => this.#read(signal),
      (error) => {
        this.error = error.message;
        this.problem = searchProblem(error);
        onChange();
      },
    );
  }

  /** The row at a shown position; undefined while it is being read. */
  rowAt(shown: number): Row | undefined {
    return this.#rows[this.#stored(shown) - this.#offset];
  }

  /** Sets which rows are visible. Those that the user scrolls to are read without a pause. */
  look(first: number, last: number): void {
    this.#first = first;
    this.#last = last;
    if (this.total === undefined || this.#isReading || this.#has(LEAST_AROUND)) return;
    // The next refresh reads the rows again, and reports why that fails.
    this.#read(this.#query.signal).catch(() => this.#query.refresh());
  }

  /** The shown position of a row; undefined when the list does not contain it. */
  async locate(id: string): Promise<number | undefined> {
    const { total, position = null } = await this.#fetch({ offset: 0, limit: 1, locate: id });
    if (position === null) return undefined;
    this.total ??= total;
    return this.#stored(position);
  }

  stop(): void {
    this.#query.stop();
  }

  refresh(): void {
    this.#query.refresh();
  }

  /** The index in the list of a shown position, and the other way round. */
  #stored(shown: number): number {
    return this.#source.newestLast ? (this.total ?? 0) - 1 - shown : shown;
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
    this.#isReading = true;
    try {
      // A list that is shown from its end must be counted first, and one that was empty again.
      if (!this.total && this.#source.newestLast)
        this.total = (await this.#fetch({ offset: 0, limit: 1 }, signal)).total;
      do await this.#readPart(signal);
      while (!signal.aborted && !this.#has(0));
    } finally {
      this.#isReading = false;
    }
  }

  /** Reads the rows around the visible ones. The rows and the length of the list change together. */
  async #readPart(signal: AbortSignal): Promise<void> {
    const [offset, end] = this.#part(AROUND);
    const added = this.#source.newestLast && this.#first === 0 ? ADDED : 0;
    const response = await this.#fetch({ offset, limit: Math.max(1, end - offset + added) }, signal);
    if (signal.aborted) return;
    this.total = response.total;
    this.#rows = response[this.#source.member] as readonly Row[];
    this.#offset = offset;
    this.error = undefined;
    this.problem = undefined;
    this.#onChange();
  }

  #fetch(window: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<ListResponse> {
    const { path, parameters } = this.#source;
    return call<ListResponse>('GET', `${path}${query({ ...parameters, ...window })}`, undefined, signal);
  }
}
