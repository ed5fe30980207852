import { useState } from 'preact/hooks';
import { store, stored } from '../api/stored.ts';

/** The colors of the page. */
export type Theme = 'light' | 'dark';
const KEY = 'messaging-emulator-theme';

/** The theme that the user chose in this browser; undefined when the page follows the system. */
function chosen(): Theme | undefined {
  const theme = stored(KEY);
  return theme === 'light' || theme === 'dark' ? theme : undefined;
}

function apply(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Sets the theme before anything is drawn. */
export function restoreTheme(): void {
  apply(chosen());
}

/** The current theme, and a function that switches it. */
export function useTheme(): readonly [theme: Theme, toggle: () => void] {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const [theme, setTheme] = useState<Theme>(chosen() ?? system);
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    setTheme(next);
    apply(next);
    store(KEY, next);
  };
  return [theme, toggle];
}
