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

/** A search field. The key `/` moves the focus to it from anywhere on the page. */
export function Search({ label, placeholder, value, onSearch, onEnter, describedBy }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isWriting = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
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
