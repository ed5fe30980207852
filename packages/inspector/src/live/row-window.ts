import { call, query } from '../api/control-api.ts';
import { live } from './digest.ts';
import { LiveQuery } from './live-query.ts';

/** Rows in one request, and how many such pages are kept. */
const PAGE = 100;
const PAGES_KEPT = 40;

/** Rows before and after the visible ones that are read before the user gets there. */
const AHEAD = 80;

/** The same in the direction in which the user scrolls: a quarter of a second at 500 pixels a frame. */
const AHEAD_SCROLLING = 240;

/** Rows before a page that are read, too, where a list drops its oldest rows. */
const MARGIN = 100;

/** A list that is too long to read as a whole. */
export interface RowSource {
  /** Path of the control API; it takes `offset` and `limit`. */
  readonly path: string;
  /** Search and filters. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** The member of the response that holds the rows. */
  readonly member: string;
  /** Whether the last row of the list is shown first. */
  readonly newestLast: boolean;
  /** The least pause between two calls, in milliseconds, for a list that is expensive to read. */
  readonly leastRestMs?: number;
}

interface ListResponse {
  readonly total: number;
  /** Rows before the first one that the emulator no longer keeps; default: 0. */
  readonly dropped?: number;
  /** Index of the row that the request asked to locate; null when the list does not contain it. */
  readonly position?: number | null;
  readonly [member: string]: unknown;
}

interface Page<Row> {
  /** A row is undefined after the end, or when it was dropped before it was read. */
  readonly rows: readonly (Row | undefined)[];
  /** The digest at the time of the read: an older page is shown until it has been read again. */
  readonly readFor: unknown;
}

/** The visible rows of a long list, kept up to date. */
export class RowWindow<Row> {
  total: number | undefined;
  error: string | undefined;
  /** Rows before the first one that the emulator no longer keeps. Places and pages count them, so that they stay the same. */
  dropped = 0;
  readonly #source: RowSource;
  readonly #pages = new Map<number, Page<Row>>();
  readonly #onChange: () => void;
  readonly #query: LiveQuery;
  #first = 0;
  #last = PAGE / 2;
  /** The direction in which the user scrolls: 1 is down. */
  #direction = 0;
  #isForced = false;

  constructor(source: RowSource, onChange: () => void) {
    this.#source = source;
    this.#onChange = onChange;
    this.#query = new LiveQuery((signal) => this.#read(signal), source.leastRestMs);
  }

  /** The row at a shown position; undefined while it is being read. */
  rowAt(shown: number): Row | undefined {
    const stored = this.#stored(shown);
    return this.#pages.get(Math.floor(stored / PAGE))?.rows[stored % PAGE];
  }

  /** Sets which rows are visible. */
  look(first: number, last: number): void {
    const moved = first - this.#first;
    // After a jump to another place, the direction is unknown.
    this.#direction = Math.abs(moved) <= PAGE / 2 ? Math.sign(moved) : 0;
    this.#first = first;
    this.#last = last;
    if (this.total === undefined) return;
    const isStale = (page: number) => this.#pages.get(page)?.readFor !== live.digest;
    if (this.#wanted().some((page) => !this.#pages.has(page))) this.#query.refresh({ isUrgent: true });
    else if (this.#visible().some(isStale)) this.#query.refresh();
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
  }

  refresh(): void {
    this.#isForced = true;
    this.#query.refresh();
  }

  #stored(shown: number): number {
    return this.#source.newestLast ? this.dropped + (this.total ?? 0) - 1 - shown : shown;
  }

  /** The pages of the visible rows. */
  #visible(): number[] {
    return this.#pagesOf(this.#first, this.#last);
  }

  /** The pages of the visible rows and of those that the user may get to next. */
  #wanted(): number[] {
    const before = this.#direction < 0 ? AHEAD_SCROLLING : AHEAD;
    const after = this.#direction > 0 ? AHEAD_SCROLLING : AHEAD;
    return this.#pagesOf(this.#first - before, this.#last + after);
  }

  #pagesOf(first: number, last: number): number[] {
    const end = Math.max(0, (this.total ?? 0) - 1);
    const shown = [Math.max(0, first), Math.min(last, end)];
    const [low = 0, high = 0] = shown.map((index) => Math.max(0, this.#stored(index))).sort((a, b) => a - b);
    const pages: number[] = [];
    for (let page = Math.floor(low / PAGE); page <= Math.floor(high / PAGE); page++) pages.push(page);
    return pages;
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      await this.#readPages(signal);
      this.error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.error = (error as Error).message;
    }
    this.#onChange();
  }

  async #readPages(signal: AbortSignal): Promise<void> {
    if (this.total === undefined || this.dropped > 0) await this.#count(signal);
    const { digest } = live;
    const isForced = this.#isForced;
    this.#isForced = false;
    const visible = this.#visible();
    const isCurrent = (page: number) => this.#pages.get(page)?.readFor === digest && !isForced;
    // Missing rows come first: the user sees an empty place there.
    const missing = visible.filter((page) => !this.#pages.has(page));
    const stale = visible.filter((page) => this.#pages.has(page) && !isCurrent(page));
    for (const page of [...missing, ...stale]) await this.#readPage(page, digest, signal);
    if (missing.length > 0) this.#onChange();
    const ahead = this.#wanted().filter((page) => !this.#pages.has(page));
    await Promise.all(ahead.map((page) => this.#readPage(page, digest, signal)));
    this.#forget();
  }

  /** A list that is shown from its end, or that drops rows, must be counted first. */
  async #count(signal: AbortSignal): Promise<void> {
    if (!this.#source.newestLast) return;
    this.#take(await this.#fetch({ offset: 0, limit: 1 }, signal));
  }

  async #readPage(page: number, readFor: unknown, signal: AbortSignal): Promise<void> {
    const start = page * PAGE;
    // Rows that are dropped during the call move the others towards the beginning.
    const margin = this.dropped > 0 ? MARGIN : 0;
    const offset = Math.max(0, start - this.dropped - margin);
    const response = await this.#fetch({ offset, limit: PAGE + margin }, signal);
    this.#take(response);
    const begin = this.dropped + offset;
    if (begin > Math.max(start, this.dropped)) {
      await this.#readPage(page, readFor, signal);
      return;
    }
    const read = response[this.#source.member] as readonly Row[];
    const rows = Array.from({ length: PAGE }, (_, index) => read[start + index - begin]);
    this.#pages.delete(page);
    this.#pages.set(page, { rows, readFor });
  }

  #take({ total, dropped = 0 }: ListResponse): void {
    // In a shorter list, rows have moved to other pages.
    if (this.total !== undefined && total < this.total) this.#pages.clear();
    this.total = total;
    this.dropped = dropped;
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
