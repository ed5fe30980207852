import { useEffect, useRef } from 'preact/hooks';

interface SearchProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
  readonly onEnter?: (text: string) => void;
  /** Identifier of an element that explains the possible input. */
  readonly describedBy?: string;
}

/** Whether the user pressed `/` while not writing. */
export function isSearchKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.matches('input, textarea, select');
  return key === '/' && !isWriting && !ctrlKey && !metaKey && !altKey;
}

/** The search field of the view, if it has one. */
export function searchField(): Element | null {
  return document.querySelector('input[aria-keyshortcuts="/"]');
}

/** A search field. The key `/` moves the focus to it from anywhere on the page. */
export function Search({ label, placeholder, value, onSearch, onEnter, describedBy }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  return (
    <input
      ref={input}
      type="search"
      class="search"
      aria-label={label}
      aria-keyshortcuts="/"
      aria-describedby={describedBy}
      placeholder={placeholder}
      value={value}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter?.(event.currentTarget.value)}
    />
  );
}
