import { useState } from 'preact/hooks';

type Theme = 'light' | 'dark';
const KEY = 'messaging-emulator-theme';

/** What a person chose in this browser; without a choice the page follows the system. */
function chosen(): Theme | undefined {
  try {
    const theme = localStorage.getItem(KEY);
    return theme === 'light' || theme === 'dark' ? theme : undefined;
  } catch {
    return undefined;
  }
}

function apply(theme: Theme | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Sets the theme before anything is drawn. */
export function restoreTheme(): void {
  apply(chosen());
}

/** The theme in force, and how to turn it over. */
export function useTheme(): readonly [theme: Theme, toggle: () => void] {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const [theme, setTheme] = useState<Theme>(chosen() ?? system);
  const toggle = () => {
    const next = theme === 'dark' ? 'light' : 'dark';
    setTheme(next);
    apply(next);
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Where nothing may be stored, the choice holds until the page is closed.
    }
  };
  return [theme, toggle];
}
