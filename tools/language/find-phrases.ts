import { PHRASES, type Phrase } from './phrases.ts';
import { proseOf } from './prose.ts';

/** Before the first word of a sentence. Headings of Markdown start with `#`, so they are not sentences. */
const SENTENCE = '(?<=\\0[^\\S\\n]*|\\0[^\\S\\n]*[\\w-]+: |[\\w`"”)][.!:] |\\n\\n)';
/** A sentence with a full stop, so neither a question nor a label. */
const STATEMENT = '(?= [^?!:\\0]*\\.(?!\\w))';

const patterns = PHRASES.map((phrase) => ({
  pattern: new RegExp(patternOf(phrase).replaceAll(' ', '\\s+'), phrase.at === undefined ? 'gi' : 'g'),
  instead: phrase.instead,
}));

function patternOf({ pattern, at }: Phrase): string {
  const words = `(?<!\\w)(?:${pattern})(?!\\w)`;
  if (at === 'statement') return SENTENCE + words + STATEMENT;
  return at === 'text' ? `(?<=\\0)${words}` : words;
}

/** Finds the phrases in raw text, with the marks of comments between words. Most files contain none and need no parser. */
const candidate = new RegExp(
  PHRASES.map(({ pattern, at }) => {
    if (at === 'text') return `['"\`]${pattern}`;
    return at === 'statement' ? pattern : `(?i:${pattern.replaceAll('\\0', '\\W')})`;
  })
    .join('|')
    .replaceAll(' ', '[\\s*/#>]+'),
);

/** Describes each phrase of a file that the style avoids: its place, and a better phrase. */
export function findPhrases(file: string, text: string): string[] {
  if (!candidate.test(text)) return [];
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
