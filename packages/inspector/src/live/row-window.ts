import { call, searchProblem } from '../api/control-api.ts';
import { query } from '../values.ts';
import { live } from './digest.ts';
import { LiveQuery } from './live-query.ts';

/** Rows in a page, and how many pages are kept. */
const PAGE = 50;
const PAGES_KEPT = 120;

/** Pages in one call at most. */
const PAGES_CALLED = 20;

/** Rows before and after the visible ones that are read before the user gets there. */
const AHEAD = 80;

/**
 * The same in the direction in which the user scrolls. Rows are read when fewer than `AHEAD_LEAST` are there, and then as
 * many as `AHEAD_SCROLLING`, so that a fast scroll makes few calls: 600 rows are a second at 360 pixels a frame.
 */
const AHEAD_LEAST = 300;
const AHEAD_SCROLLING = 600;

/** A move by more rows is a jump to another place. */
const MOST_SCROLLED = 200;

/** Rows that may be added during a call: a list that is followed reads them with its latest page. */
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
  /** The least pause between two calls, in milliseconds, for a list that is expensive to read. */
  readonly leastRestMs?: number;
}

interface ListResponse {
  readonly total: number;
  /** Index of the row that the request asked to locate; null when the list does not contain it. */
  readonly position?: number | null;
  readonly [member: string]: unknown;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  /** The digest at the time of the read: an older page is shown until it has been read again. */
  readonly readFor: unknown;
}

/** The visible rows of a long list, kept up to date. */
export class RowWindow<Row> {
  total: number | undefined;
  error: string | undefined;
  /** Why the emulator refuses the search. */
  problem: string | undefined;
  readonly #source: RowSource;
  readonly #pages = new Map<number, Page<Row>>();
  readonly #onChange: () => void;
  readonly #query: LiveQuery;
  readonly #abort = new AbortController();
  /** Pages that are being read before the user gets there. */
  readonly #called = new Set<number>();
  #first = 0;
  #last = PAGE / 2;
  /** The length of the list when the visible rows were set. */
  #looked = 0;
  /** The direction in which the user scrolls: 1 is towards the last row of the stored list. */
  #direction = 0;
  #isForced = false;

  constructor(source: RowSource, onChange: () => void) {
    this.#source = source;
    this.#onChange = onChange;
    this.#query = new LiveQuery(
      (signal) => this.#refresh(signal),
      (error) => {
        this.error = error.message;
        this.problem = searchProblem(error);
        onChange();
      },
      source.leastRestMs,
    );
  }

  /** The row at a shown position; undefined while it is being read. */
  rowAt(shown: number): Row | undefined {
    const stored = this.#stored(shown);
    return this.#pages.get(Math.floor(stored / PAGE))?.rows[stored % PAGE];
  }

  /** Sets which rows are visible. */
  look(first: number, last: number): void {
    const moved = this.#stored(first) - this.#stored(this.#first, this.#looked);
    if (moved !== 0) this.#direction = Math.abs(moved) <= MOST_SCROLLED ? Math.sign(moved) : 0;
    this.#first = first;
    this.#last = last;
    if (this.total === undefined) return;
    this.#looked = this.total;
    this.#readAhead();
    const isStale = (page: number) => this.#pages.get(page)?.readFor !== live.digest;
    if (this.#visible().some(isStale)) this.#query.refresh();
  }

  /** The shown position of a row; undefined when the list does not contain it. */
  async locate(id: string): Promise<number | undefined> {
    const { total, position = null } = await this.#fetch({ offset: 0, limit: 1, locate: id });
    if (position === null) return undefined;
    this.total ??= total;
    return this.#source.newestLast ? this.total - 1 - position : position;
  }

  stop(): void {
    this.#query.stop();
    this.#abort.abort();
  }

  refresh(): void {
    this.#isForced = true;
    this.#query.refresh();
  }

  #stored(shown: number, total = this.total ?? 0): number {
    return this.#source.newestLast ? total - 1 - shown : shown;
  }

  /** The pages of the visible rows. */
  #visible(): number[] {
    return this.#pagesOf(0, 0);
  }

  /** The pages of the visible rows and of a number of rows before and after them, in the order of the stored list. */
  #pagesOf(before: number, after: number): number[] {
    const end = Math.max(0, (this.total ?? 0) - 1);
    const rows = [Math.max(0, this.#first), Math.min(this.#last, end)].map((shown) => this.#stored(shown));
    const low = Math.max(0, Math.min(...rows) - before);
    const high = Math.min(end, Math.max(...rows) + after);
    const pages: number[] = [];
    for (let page = Math.floor(low / PAGE); page <= Math.floor(high / PAGE); page++) pages.push(page);
    return pages;
  }

  /** Reads the pages that the user may get to next, without waiting for other calls. */
  #readAhead(): void {
    const ahead = (rows: number, direction: number) => (this.#direction === direction ? rows : AHEAD);
    const missingIn = (rows: number) =>
      this.#pagesOf(ahead(rows, -1), ahead(rows, 1)).filter((page) => !this.#isHere(page));
    if (missingIn(AHEAD_LEAST).length === 0) return;
    for (const [first, count] of runsOf(missingIn(AHEAD_SCROLLING))) void this.#readInAdvance(first, count);
  }

  #isHere(page: number): boolean {
    const { length = -1 } = this.#pages.get(page)?.rows ?? {};
    return this.#called.has(page) || length >= Math.min(PAGE, (this.total ?? 0) - page * PAGE);
  }

  async #readInAdvance(first: number, count: number): Promise<void> {
    const pages = Array.from({ length: count }, (_, index) => first + index);
    for (const page of pages) this.#called.add(page);
    try {
      await this.#readPages(first, count, 0, this.#abort.signal);
    } catch {
      // The next refresh reads the visible rows again, and reports why that fails.
      if (!this.#abort.signal.aborted) this.#query.refresh();
    } finally {
      for (const page of pages) this.#called.delete(page);
    }
  }

  async #refresh(signal: AbortSignal): Promise<void> {
    const { error: errorBefore, total: totalBefore } = this;
    // A list that is shown from its end must be counted first, and one that was empty again.
    if (!this.total && this.#source.newestLast)
      this.total = (await this.#fetch({ offset: 0, limit: 1 }, signal)).total;
    await this.#readVisible(signal);
    this.error = undefined;
    this.problem = undefined;
    // A list that is empty has no pages, whose reading reports a change.
    if (errorBefore !== undefined || (this.total === 0 && totalBefore !== 0)) this.#onChange();
  }

  /** Reads the visible pages that are not up to date. */
  async #readVisible(signal: AbortSignal): Promise<void> {
    const { digest } = live;
    const isForced = this.#isForced;
    this.#isForced = false;
    const isCurrent = (page: number) => this.#pages.get(page)?.readFor === digest && !isForced;
    const added = this.#source.newestLast && this.#first === 0 ? ADDED : 0;
    const stale = this.#visible().filter((page) => !isCurrent(page));
    for (const [first, count] of runsOf(stale)) await this.#readPages(first, count, added, signal);
  }

  /** Reads pages, and the rows after them that may have been added. The list and its length change together. */
  async #readPages(first: number, count: number, added: number, signal: AbortSignal): Promise<void> {
    const { digest: readFor } = live;
    const offset = first * PAGE;
    const response = await this.#fetch({ offset, limit: count * PAGE + added }, signal);
    if (signal.aborted) return;
    const { total } = response;
    // In a shorter list, rows have moved to other pages.
    if (this.total !== undefined && total < this.total) this.#pages.clear();
    this.total = total;
    const read = response[this.#source.member] as readonly Row[];
    for (let page = first; page < first + count || (page - first) * PAGE < read.length; page++) {
      const start = (page - first) * PAGE;
      const rows = read.slice(start, start + PAGE);
      this.#pages.delete(page);
      this.#pages.set(page, { rows, readFor });
    }
    this.#forget();
    this.#onChange();
  }

  #fetch(window: Readonly<Record<string, string | number>>, signal?: AbortSignal): Promise<ListResponse> {
    const { path, parameters } = this.#source;
    return call<ListResponse>('GET', `${path}${query({ ...parameters, ...window })}`, undefined, signal);
  }

  /** Removes the pages that were read longest ago. */
  #forget(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= PAGES_KEPT) return;
      this.#pages.delete(page);
    }
  }
}

/** Consecutive pages, which one call can read: the first of them and their number. */
function runsOf(pages: readonly number[]): [first: number, count: number][] {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run !== undefined && run[0] + run[1] === page && run[1] < PAGES_CALLED) run[1]++;
    else runs.push([page, 1]);
  }
  return runs;
}
