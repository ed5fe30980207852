import { isPlainKey } from './use-keys.ts';

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
export function isSearchKey(event: KeyboardEvent): boolean {
  return isPlainKey(event, '/');
}

/** The search field of the view, if it has one. */
export function searchField(): HTMLElement | null {
  return document.querySelector('input[aria-keyshortcuts="/"]');
}

/** A search field. The page moves the focus to it with the key `/`. */
export function Search({ label, placeholder, value, onSearch, onEnter, describedBy }: SearchProps) {
  return (
    <input
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
