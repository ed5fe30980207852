import { call, searchProblem } from '../api/control-api.ts';
import { query } from '../values.ts';
import { LiveQuery } from './live-query.ts';
import type { RowSource } from './row-window.ts';

/** Rows that are read while the list follows the newest ones: more than a window shows. */
const FOLLOWED = 100;

/** Rows in one call at most. */
const LONGEST_CALL = 1_000;

/** Rows that may leave the log during a call. */
const MARGIN = 200;

/** A row of a log: an entry with a number. Numbers have no gaps. */
interface Numbered {
  readonly id: number;
}

interface LogResponse {
  readonly total: number;
  /** Earlier entries that the log no longer has; only without a search or a filter. */
  readonly dropped?: number;
  /** The number of entries that the log keeps. */
  readonly logLimit: number;
  readonly [member: string]: unknown;
}

/**
 * A log that keeps its latest entries only, newest first. It follows the newest ones until the user reads it. Then it
 * is frozen: all entries of the log are read and stay, so that the entries that the user reads do not leave the page
 * when they leave the log.
 */
export class LogWindow<Row extends Numbered> {
  total: number | undefined;
  error: string | undefined;
  /** Why the emulator refuses the search. */
  problem: string | undefined;
  /** The number of entries that the log keeps; undefined before the first response. */
  limit: number | undefined;
  /** Numbers up to this one are no longer in the log. */
  dropped = 0;
  /** Number of the latest entry of the log. */
  latestId = 0;
  isHeld = false;
  readonly #source: RowSource;
  readonly #onChange: () => void;
  readonly #query: LiveQuery;
  /** The latest entries, oldest first. */
  #rows: readonly Row[] = [];
  /** Whether the rows are all entries that the log had when it was held. */
  #isWhole = false;

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
    return this.#rows[this.#rows.length - 1 - shown];
  }

  /** An entry by its number; undefined when it is not among those that are read. */
  find(id: string | undefined): Row | undefined {
    return this.#rows.find((row) => String(row.id) === id);
  }

  /** Whether an entry has left the log. */
  isGone({ id }: Row): boolean {
    return id <= this.dropped;
  }

  /** How many of the rows have left the log. */
  get gone(): number {
    return this.#rows.filter((row) => this.isGone(row)).length;
  }

  /** The number of entries since the list was held; undefined with a search or a filter. */
  get newer(): number | undefined {
    if (query(this.#source.parameters) !== '') return undefined;
    return Math.max(0, this.latestId - (this.#rows.at(-1)?.id ?? 0));
  }

  /** Freezes the list, or lets it follow the newest entries. */
  hold(isHeld: boolean): void {
    if (this.isHeld === isHeld) return;
    this.isHeld = isHeld;
    this.#isWhole = false;
    this.#query.refresh();
    this.#onChange();
  }

  /** The shown position of an entry; undefined when the log does not have it. */
  async locate(id: string): Promise<number | undefined> {
    const known = this.#find(id);
    if (known !== undefined) return known;
    // It may be an entry that is newer than those that are held.
    await this.takeNewer();
    return this.#find(id);
  }

  /** Adds newer entries while the list is frozen. */
  takeNewer(): Promise<void> {
    return this.#readAll(this.#query.signal, true);
  }

  refresh(): void {
    this.#query.refresh();
  }

  stop(): void {
    this.#query.stop();
  }

  #find(id: string): number | undefined {
    const index = this.#rows.findIndex((row) => String(row.id) === id);
    return index < 0 ? undefined : this.#rows.length - 1 - index;
  }

  async #read(signal: AbortSignal): Promise<void> {
    if (!this.isHeld) await this.#follow(signal);
    else if (this.#isWhole) await this.#note(signal);
    else await this.#readAll(signal);
    this.error = undefined;
    this.problem = undefined;
    if (!signal.aborted) this.#onChange();
  }

  /** Reads the latest entries. */
  async #follow(signal: AbortSignal): Promise<void> {
    const latest = await this.#from(Math.max(0, (this.total ?? 0) - FOLLOWED), signal);
    // A log that has become shorter is read from its beginning.
    const { rows, total } = latest.rows.length > 0 ? latest : await this.#from(0, signal);
    // If the list was held meanwhile, its rows stay.
    if (this.isHeld && this.total !== undefined) return;
    this.#rows = rows;
    this.total = total;
  }

  /**
   * Reads every entry, oldest first because those leave the log first. Entries that are shown stay.
   *
   * @param withNewer - Whether to take over newer entries, which moves the others down.
   */
  async #readAll(signal: AbortSignal, withNewer = false): Promise<void> {
    const { rows } = await this.#from(0, signal);
    if (signal.aborted) return;
    this.#isWhole = true;
    const shown = this.#rows;
    this.#rows = withNewer ? [...before(rows, shown), ...rows] : [...before(shown, rows), ...shown];
    this.total = this.#rows.length;
    this.#onChange();
  }

  /** The entries from an offset to the end of the log, and the length of the log. */
  async #from(
    begin: number,
    signal: AbortSignal,
  ): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const rows: Row[] = [];
    for (let offset = begin; ; offset += LONGEST_CALL - MARGIN) {
      const response = await this.#fetch({ offset, limit: LONGEST_CALL }, signal);
      const last = rows.at(-1)?.id ?? 0;
      rows.push(...this.#take(response).filter(({ id }) => id > last));
      if (offset + LONGEST_CALL >= response.total) return { rows, total: response.total };
    }
  }

  /** Reads only which entries are still in the log. */
  async #note(signal: AbortSignal): Promise<void> {
    const { path } = this.#source;
    // Without the search, which the number of dropped entries does not come with.
    this.#take(await call<LogResponse>('GET', `${path}?offset=0&limit=1`, undefined, signal));
    if (signal.aborted || this.latestId >= (this.#rows.at(-1)?.id ?? 0)) return;
    // The emulator was started again, so the numbers are those of another log.
    this.#rows = [];
    await this.#readAll(signal);
  }

  #take(response: LogResponse): readonly Row[] {
    const { total, dropped, logLimit } = response;
    this.limit = logLimit;
    if (dropped !== undefined) {
      this.dropped = dropped;
      this.latestId = dropped + total;
    }
    return response[this.#source.member] as readonly Row[];
  }

  #fetch(window: Readonly<Record<string, number>>, signal: AbortSignal): Promise<LogResponse> {
    const { path, parameters } = this.#source;
    return call<LogResponse>('GET', `${path}${query({ ...parameters, ...window })}`, undefined, signal);
  }
}

/** The entries that come before the first of others. */
function before<Row extends Numbered>(others: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const first = others[0]?.id ?? Number.POSITIVE_INFINITY;
  return rows.filter(({ id }) => id < first);
}
