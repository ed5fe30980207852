/** Where a list was scrolled to when the user left it. */
export interface Position {
  /** In rows, whose height follows the text and the width of the table. */
  readonly top: number;
  /** The length of the list at that time: rows that were added above move the position down. */
  readonly total: number;
}

interface EntryState {
  readonly entry: string;
}

/** Entries of the history whose positions are remembered. */
const MOST_KEPT = 500;

const positions = new Map<string, Position>();
const lists = new Set<() => void>();
let entry = '';

/** The state of the current entry of the history. An address that replaces it keeps the state. */
export function historyState(): EntryState {
  return { entry };
}

/**
 * Identifies the current entry of the history. Call it when the address has changed, before the lists are replaced. An
 * address that replaced another one shows another list, for example with another search: it starts at the top.
 */
export function enterHistory(): void {
  const state = history.state as EntryState | null;
  if (state !== null && state.entry === entry) {
    forgetEntry();
    return;
  }
  for (const save of lists) save();
  entry = state?.entry ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
  if (state === null) history.replaceState(historyState(), '');
}

/** Saves the position of a list whenever the address changes. Returns a function that ends this. */
export function onLeave(list: string, read: () => Position): () => void {
  const save = () => {
    const key = `${entry} ${list}`;
    positions.delete(key);
    positions.set(key, read());
    const [oldest] = positions.keys();
    if (positions.size > MOST_KEPT && oldest !== undefined) positions.delete(oldest);
  };
  lists.add(save);
  return () => lists.delete(save);
}

/** Where a list was when the user last left the current entry of the history. */
export function positionOf(list: string): Position | undefined {
  return positions.get(`${entry} ${list}`);
}

function forgetEntry(): void {
  for (const key of positions.keys()) if (key.startsWith(`${entry} `)) positions.delete(key);
}
