import { useRef } from 'preact/hooks';
import { LogWindow } from './log-window.ts';
import type { RowSource } from './row-window.ts';
import { type Rows, useWindow } from './use-rows.ts';

/** A log as a table shows it. */
export interface LogRows<Row> extends Rows<Row> {
  /** The number of entries that the log keeps; undefined before the first response. */
  readonly limit: number | undefined;
  /** The number of entries there have been. */
  readonly latestId: number;
  /** Whether the list is frozen, because the user reads it. */
  readonly isHeld: boolean;
  /** Entries since then; undefined with a search or a filter. */
  readonly newer: number | undefined;
  /** How many of the rows have left the log. */
  readonly gone: number;
  /** An entry by its number; undefined when it is not among the rows. */
  readonly find: (id: string | undefined) => Row | undefined;
  /** Adds newer entries while the list is frozen. */
  readonly takeNewer: () => Promise<void>;
}

/** Reads a log that keeps its latest entries only. */
export function useLog<Row extends { readonly id: number }>(source: RowSource): LogRows<Row> {
  const isReading = useRef(false);
  const { window, rows } = useWindow<Row, LogWindow<Row>>(JSON.stringify(source), (onChange) => {
    const opened = new LogWindow<Row>(source, onChange);
    opened.hold(isReading.current);
    return opened;
  });
  const log = window.current;
  return {
    ...rows,
    hold: (isHeld) => {
      isReading.current = isHeld;
      window.current?.hold(isHeld);
    },
    takeNewer: async () => window.current?.takeNewer(),
    find: (id) => window.current?.find(id),
    isGone: (row) => window.current?.isGone(row) ?? false,
    limit: log?.limit,
    latestId: log?.latestId ?? 0,
    isHeld: log?.isHeld ?? false,
    newer: log?.newer,
    gone: log?.gone ?? 0,
  };
}
