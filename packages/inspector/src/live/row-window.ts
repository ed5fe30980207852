import { call, query } from '../api/control-api.ts';
import { live } from './digest.ts';
import { LiveQuery } from './live-query.ts';

/** Rows asked for at a time, and how many such pages are remembered. */
const PAGE = 100;
const PAGES_KEPT = 40;

/** A list too long to have: where it is read, and which of its rows come first. */
export interface RowSource {
  /** Path of the control API; it takes `offset` and `limit`. */
  readonly path: string;
  /** Search and filters. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  /** The member of the answer that holds the rows. */
  readonly member: string;
  /** Whether the last row of the list is shown first. */
  readonly newestLast: boolean;
}

/** The rows of a long list that are looked at, kept up to date. */
export class RowWindow<Row> {
  total: number | undefined;
  error: string | undefined;
  readonly #source: RowSource;
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #onChange: () => void;
  readonly #query: LiveQuery;
  #first = 0;
  #last = PAGE / 2;
  #readAt: unknown;

  constructor(source: RowSource, onChange: () => void) {
    this.#source = source;
    this.#onChange = onChange;
    this.#query = new LiveQuery((signal) => this.#read(signal));
  }

  /** The row at a place of what is shown; undefined while it is on its way. */
  rowAt(shown: number): Row | undefined {
    const stored = this.#stored(shown);
    return this.#pages.get(Math.floor(stored / PAGE))?.[stored % PAGE];
  }

  /** Says which rows are looked at. */
  look(first: number, last: number): void {
    this.#first = first;
    this.#last = last;
    if (this.total === undefined) return;
    const missing = this.#wanted().filter((page) => !this.#pages.has(page));
    if (missing.length > 0) this.#query.refresh();
  }

  stop(): void {
    this.#query.stop();
  }

  refresh(): void {
    this.#query.refresh();
  }

  #stored(shown: number): number {
    return this.#source.newestLast ? (this.total ?? 0) - 1 - shown : shown;
  }

  #wanted(): number[] {
    const total = this.total ?? 0;
    const shown = [Math.max(0, this.#first), Math.min(this.#last, Math.max(0, total - 1))];
    const [low = 0, high = 0] = shown.map((index) => Math.max(0, this.#stored(index))).sort((a, b) => a - b);
    const pages: number[] = [];
    for (let page = Math.floor(low / PAGE); page <= Math.floor(high / PAGE); page++) pages.push(page);
    return pages;
  }

  async #read(signal: AbortSignal): Promise<void> {
    try {
      if (this.total === undefined) await this.#count(signal);
      const { digest } = live;
      const wanted = this.#wanted();
      for (const page of wanted) await this.#readPage(page, signal);
      if (this.#readAt !== digest) this.#forgetAllBut(wanted);
      this.#readAt = digest;
      this.#forget();
      this.error = undefined;
    } catch (error) {
      if (signal.aborted) return;
      this.error = (error as Error).message;
    }
    this.#onChange();
  }

  /** A list that is shown from its end has to be measured first. */
  async #count(signal: AbortSignal): Promise<void> {
    if (!this.#source.newestLast) return;
    this.total = (await this.#fetch(0, 1, signal)).total;
  }

  async #readPage(page: number, signal: AbortSignal): Promise<void> {
    const { rows, total } = await this.#fetch(page * PAGE, PAGE, signal);
    // Rows may have moved up behind those that are remembered: a shorter list, or one in another order.
    if (this.total !== undefined && total < this.total) this.#pages.clear();
    this.total = total;
    this.#pages.delete(page);
    this.#pages.set(page, rows);
  }

  async #fetch(offset: number, limit: number, signal: AbortSignal) {
    const { path, parameters, member } = this.#source;
    const answer = await call<{ total: number; [member: string]: unknown }>(
      'GET',
      `${path}${query({ ...parameters, offset, limit })}`,
      undefined,
      signal,
    );
    return { rows: answer[member] as readonly Row[], total: answer.total };
  }

  /** What was read before something changed may no longer be so. */
  #forgetAllBut(wanted: readonly number[]): void {
    for (const page of this.#pages.keys()) if (!wanted.includes(page)) this.#pages.delete(page);
  }

  /** The pages read longest ago go first. */
  #forget(): void {
    for (const page of this.#pages.keys()) {
      if (this.#pages.size <= PAGES_KEPT) return;
      this.#pages.delete(page);
    }
  }
}
