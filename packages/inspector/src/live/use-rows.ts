import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type RowSource, RowWindow } from './row-window.ts';
import { useRedraw } from './use-redraw.ts';

/** A long list as a table shows it. */
export interface Rows<Row> {
  /** Identifies the list: another search or filter is another list. */
  readonly key: string;
  /** Its length; undefined before the first response. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  /** Why the emulator refuses the search; undefined for other errors. */
  readonly problem: string | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  /** Sets which rows are visible. */
  readonly look: (first: number, last: number) => void;
  /** The shown position of a row; undefined when the list does not contain it. */
  readonly locate: (id: string) => Promise<number | undefined>;
  readonly refresh: () => void;
  /** For a list that is frozen while the user reads it: whether the user reads a row or further down. */
  readonly hold?: (isReading: boolean) => void;
  /** Whether the emulator no longer has a row, which stays because the user reads the list. */
  readonly isGone?: (row: Row) => boolean;
}

/** A part of a list that is kept up to date. */
interface ListWindow<Row> {
  readonly total: number | undefined;
  readonly error: string | undefined;
  readonly problem: string | undefined;
  rowAt(shown: number): Row | undefined;
  look?(first: number, last: number): void;
  locate(id: string): Promise<number | undefined>;
  refresh(): void;
  stop(): void;
}

/** Reads the visible rows of a long list, and again whenever something has changed. */
export function useRows<Row>(source: RowSource): Rows<Row> {
  return useWindow<Row, RowWindow<Row>>(
    JSON.stringify(source),
    (onChange) => new RowWindow<Row>(source, onChange),
  ).rows;
}

/**
 * Opens a window of a list, and another one when the list is another.
 *
 * @param key - Identifies the list.
 * @returns The window, and its rows for a table. Their functions are the same at each render.
 */
export function useWindow<Row, Window extends ListWindow<Row>>(
  key: string,
  open: (onChange: () => void) => Window,
): { readonly window: { readonly current: Window | undefined }; readonly rows: Rows<Row> } {
  const redraw = useRedraw();
  const window = useRef<Window | undefined>(undefined);
  const [drawnKey, setDrawnKey] = useState(key);
  useEffect(() => {
    const opened = open(() => {
      setDrawnKey(key);
      redraw();
    });
    window.current = opened;
    return () => opened.stop();
  }, [key]);
  const calls = useMemo(
    () => ({
      rowAt: (index: number) => window.current?.rowAt(index),
      look: (first: number, last: number) => window.current?.look?.(first, last),
      // A list that cannot be read does not reveal a row; its error is shown already.
      locate: async (id: string) => window.current?.locate(id).catch(() => undefined),
      refresh: () => window.current?.refresh(),
    }),
    [],
  );
  const { total, error, problem } = (drawnKey === key && window.current) || {};
  return { window, rows: { ...calls, key, total, error, problem } };
}
