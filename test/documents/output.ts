import { expect } from 'vitest';
import type { Fence } from './document.ts';

/** What stands for whatever differs from run to run: `…` in a line, or as a value of JSON. */
const ANYTHING = '…';

/** Holds what was printed against what a document shows. */
export function expectOutput(printed: string, { language, text }: Fence): void {
  if (language === 'json') expect(JSON.parse(printed)).toEqual(asExpectation(JSON.parse(text)));
  // A difference is shown best between two texts, so the pattern is asked first.
  else if (!asPattern(text).test(printed)) expect(printed).toBe(text);
}

function asPattern(text: string): RegExp {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(ANYTHING, '[^\\n]+?')}$`);
}

function asExpectation(value: unknown): unknown {
  if (value === ANYTHING) return expect.anything();
  if (Array.isArray(value)) return value.map(asExpectation);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asExpectation(member)]));
}
