import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type RowSource, RowWindow } from './row-window.ts';

/** A long list as a table shows it. */
export interface Rows<Row> {
  /** Identifies the list: another search or filter is another list. */
  readonly key: string;
  /** Its length; undefined before the first response. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  /** Sets which rows are visible. */
  readonly look: (first: number, last: number) => void;
  /** The shown position of a row; undefined when the list does not contain it. */
  readonly locate: (id: string) => Promise<number | undefined>;
  readonly refresh: () => void;
  /** For a list that stands still while the user reads it: whether the user reads a row or further down. */
  readonly hold?: (isReading: boolean) => void;
  /** Whether the emulator no longer has a row, which stays because the user reads the list. */
  readonly isGone?: (row: Row) => boolean;
}

/** The part of a list that a table calls. */
interface RowCalls<Row> {
  rowAt(shown: number): Row | undefined;
  look?(first: number, last: number): void;
  locate(id: string): Promise<number | undefined>;
  refresh(): void;
}

/** Reads the visible rows of a long list, and again whenever something has changed. */
export function useRows<Row>(source: RowSource): Rows<Row> {
  const [, redraw] = useState(0);
  const window = useRef<RowWindow<Row> | undefined>(undefined);
  const key = JSON.stringify(source);
  const [drawnKey, setDrawnKey] = useState(key);
  useEffect(() => {
    const opened = new RowWindow<Row>(JSON.parse(key) as RowSource, () => {
      setDrawnKey(key);
      redraw((count) => count + 1);
    });
    window.current = opened;
    return () => opened.stop();
  }, [key]);
  const calls = useWindowCalls(window);
  const isOurs = drawnKey === key;
  return {
    ...calls,
    key,
    total: isOurs ? window.current?.total : undefined,
    error: isOurs ? window.current?.error : undefined,
  };
}

/** The calls of a window that is opened later or opened again; the same functions at each render. */
export function useWindowCalls<Row>(window: { readonly current: RowCalls<Row> | undefined }) {
  return useMemo(
    () => ({
      rowAt: (index: number) => window.current?.rowAt(index),
      look: (first: number, last: number) => window.current?.look?.(first, last),
      // A list that cannot be read does not reveal a row; its error is shown already.
      locate: async (id: string) => window.current?.locate(id).catch(() => undefined),
      refresh: () => window.current?.refresh(),
    }),
    [window],
  );
}
