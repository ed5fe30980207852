import { PHRASES } from './phrases.ts';
import { proseOf } from './prose.ts';

const patterns = PHRASES.map(({ pattern, instead, exact }) => ({
  pattern: new RegExp(`(?<!\\w)(?:${pattern})(?!\\w)`.replaceAll(' ', '\\s+'), exact ? 'g' : 'gi'),
  instead,
}));

/** A sentence for each phrase of a file that the style avoids: where it is, and a better one. */
export function findPhrases(file: string, text: string): string[] {
  const prose = proseOf(file, text);
  return patterns
    .flatMap(({ pattern, instead }) =>
      [...prose.matchAll(pattern)].map((match) => ({ found: match[0], at: match.index, instead })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ found, at, instead }) => {
      const line = prose.slice(0, at).split('\n').length;
      return `${file}:${line}: "${found.trim().replace(/\s+/g, ' ')}" → ${instead}`;
    });
}
