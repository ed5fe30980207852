import { useLayoutEffect, useRef } from 'preact/hooks';

/** Calls a function for each key that is pressed anywhere on the page. */
export function useKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  latest.current = onKey;
  // As soon as the page is drawn, so that no key is lost.
  useLayoutEffect(() => {
    const call = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', call);
    return () => removeEventListener('keydown', call);
  }, []);
}

/** Whether the user pressed a key alone, while not writing. */
export function isPlainKey(
  { key, target, ctrlKey, metaKey, altKey }: KeyboardEvent,
  wanted: string,
): boolean {
  const isWriting = target instanceof Element && target.matches('input, textarea, select');
  return key === wanted && !isWriting && !ctrlKey && !metaKey && !altKey;
}

/** A letter presses the first visible button of the view, or of the window over it, that names it as its key. */
export function useShortcuts(): void {
  useKeys((event) => {
    if (event.defaultPrevented || !/^[a-z]$/.test(event.key) || !isPlainKey(event, event.key)) return;
    const place = document.querySelector('dialog[open]') ?? document.querySelector('main');
    const named = place?.querySelectorAll<HTMLElement>(`button[aria-keyshortcuts="${event.key}"]`) ?? [];
    const target = [...named].find((button) => button.checkVisibility());
    if (target === undefined) return;
    event.preventDefault();
    target.click();
  });
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
