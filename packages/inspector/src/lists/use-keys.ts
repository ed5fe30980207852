import { useEffect, useRef } from 'preact/hooks';

/** Calls a function for each key that is pressed anywhere on the page. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const call = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', call);
    return () => removeEventListener('keydown', call);
  }, []);
}

/** Escape closes the open object. A dialog over it is closed first. */
export function useEscape(isOpen: boolean, close: () => void): void {
  useKeys(({ key }) => {
    if (isOpen && key === 'Escape' && !isDialogOpen()) close();
  });
}

/** Whether a window is open over the page. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}
