import { expect } from 'vitest';
import type { Fence } from './document.ts';

/** The placeholder for text that differs between runs: `…` in a line, or as a JSON value. */
const ANYTHING = '…';

/** Compares printed output with the output in a document. */
export function expectOutput(printed: string, { language, text }: Fence): void {
  if (language === 'json') expect(JSON.parse(printed)).toEqual(asExpectation(JSON.parse(text)));
  // Test the pattern first, because the difference of two texts is easier to read.
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
