/** A text that the browser keeps for the page. A browser that forbids storage keeps nothing. */
export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text in the browser, or removes it. Without storage, a choice lasts until the page is closed. */
export function store(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // The page works without it.
  }
}
