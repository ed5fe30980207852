import { afterEach, expect, test, vi } from 'vitest';
import { restoreTheme } from '../../src/shell/theme.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Restores the theme of a page whose browser keeps a text. Returns the theme that is set on the page. */
function restored(stored: () => string | null, before?: string): string | undefined {
  const dataset: Record<string, string> = before === undefined ? {} : { theme: before };
  vi.stubGlobal('localStorage', { getItem: stored });
  vi.stubGlobal('document', { documentElement: { dataset } });
  restoreTheme();
  return dataset.theme;
}

test.each(['light', 'dark'])('the theme %s that the user chose is set before anything is drawn', (theme) => {
  expect(restored(() => theme)).toBe(theme);
});

test.each([null, '', 'sepia', 'Dark'])('without a choice (%j) the page follows the system', (stored) => {
  expect(restored(() => stored)).toBeUndefined();
  expect(restored(() => stored, 'dark')).toBeUndefined();
});

test('a browser that forbids storage shows the page in the colors of the system', () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  expect(restored(forbidden)).toBeUndefined();
});
