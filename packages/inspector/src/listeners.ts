import { useEffect, useState } from 'preact/hooks';

/** Functions that are called whenever something changes. */
export class Listeners {
  readonly #all = new Set<() => void>();

  /** Adds a function. Returns a function that removes it. */
  readonly listen = (listener: () => void): (() => void) => {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  };

  notify(): void {
    for (const listener of this.#all) listener();
  }
}

/** Renders the component again whenever something changes. */
export function useListening(listen: Listeners['listen']): void {
  const redraw = useRedraw();
  useEffect(() => listen(redraw), []);
}

/** A function that renders the component again. */
export function useRedraw(): () => void {
  const [, setCount] = useState(0);
  return () => setCount((count) => count + 1);
}
