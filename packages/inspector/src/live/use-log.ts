import { useRef } from 'preact/hooks';
import { LogWindow } from './log-window.ts';
import type { RowSource } from './row-window.ts';
import { type Rows, useWindow } from './use-rows.ts';

/** A log as a table shows it. */
interface Log<Row extends { readonly id: number }> {
  readonly rows: Rows<Row>;
  /** The part of the log that is read; undefined before the first render. */
  readonly log: LogWindow<Row> | undefined;
}

/** Reads a log that keeps its latest entries only. */
export function useLog<Row extends { readonly id: number }>(source: RowSource): Log<Row> {
  const isReading = useRef(false);
  const { window, rows } = useWindow<Row, LogWindow<Row>>(JSON.stringify(source), (onChange) => {
    const opened = new LogWindow<Row>(source, onChange);
    opened.hold(isReading.current);
    return opened;
  });
  const hold = (isHeld: boolean) => {
    isReading.current = isHeld;
    window.current?.hold(isHeld);
  };
  const isGone = (row: Row) => window.current?.isGone(row) ?? false;
  return { rows: { ...rows, hold, isGone }, log: window.current };
}
