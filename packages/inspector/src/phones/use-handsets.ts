import { useRef, useState } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { HandsetView } from '../api/types.ts';
import { RowWindow } from '../live/row-window.ts';
import { type Rows, useWindow } from '../live/use-rows.ts';

/** The list of handsets, and whether it is held still. */
interface Handsets {
  readonly rows: Rows<HandsetView>;
  /** Whether the list shows an earlier moment, because the user reads further down. */
  readonly isHeld: boolean;
  /** Holds the list still, or lets it follow the latest activity. */
  readonly hold: (isHeld: boolean) => void;
}

/**
 * Reads the list of handsets. A handset moves to the top when something happens on it, which would move the rows that the
 * user reads. While the list is held, the control API returns it as it was at a mark, so that the rows stay in place.
 */
export function useHandsets(q: string): Handsets {
  const [isHeld, setHeld] = useState(false);
  const until = useRef<string | undefined>(undefined);
  const { window, rows } = useWindow<HandsetView, RowWindow<HandsetView>>(q, (onChange) => {
    const source = {
      path: '/handsets',
      member: 'handsets',
      newestLast: false,
      // Read for each call, so that holding the list does not begin another one.
      get parameters() {
        return { q, until: until.current };
      },
    };
    return new RowWindow<HandsetView>(source, onChange);
  });
  const hold = (isWanted: boolean) => {
    if (isWanted === isHeld) return;
    setHeld(isWanted);
    if (isWanted) void holdAt(until);
    else {
      until.current = undefined;
      window.current?.refresh();
    }
  };
  return { rows, isHeld, hold };
}

/** Without a mark the list still follows the latest activity. */
async function holdAt(until: { current: string | undefined }): Promise<void> {
  const held = await call<{ mark: string }>('GET', '/mark').catch(() => undefined);
  until.current = held?.mark;
}
