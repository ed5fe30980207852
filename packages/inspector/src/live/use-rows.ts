import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type RowSource, RowWindow } from './row-window.ts';

/** A long list as a table shows it. */
export interface Rows<Row> {
  /** How long it is; undefined before the first answer. */
  readonly total: number | undefined;
  readonly error: string | undefined;
  readonly rowAt: (index: number) => Row | undefined;
  /** Says which rows are looked at. */
  readonly look: (first: number, last: number) => void;
  readonly refresh: () => void;
}

/** Reads the rows of a long list that are looked at, and again whenever something has changed. */
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
  const calls = useMemo(
    () => ({
      rowAt: (index: number) => window.current?.rowAt(index),
      look: (first: number, last: number) => window.current?.look(first, last),
      refresh: () => window.current?.refresh(),
    }),
    [],
  );
  const isOurs = drawnKey === key;
  return {
    ...calls,
    total: isOurs ? window.current?.total : undefined,
    error: isOurs ? window.current?.error : undefined,
  };
}
