import { FAULT_CALLS, type SpokenFault } from './fault-sentence.ts';

/** The fault that a sentence describes, or what is wrong with the sentence. */
export type ReadFault = { readonly fault: SpokenFault } | { readonly problem: string };

const EXAMPLE = 'Write, for example: next 3 sends fail with 503, retry after 10 s';

/** The number, the calls, and the effects of a sentence. */
const SENTENCE =
  /^(?:the )?(?:next )?(?:(\d{1,6}) )?(\S.*?|) ?\b((?:fails? with|returns?|is|are|has|have) .+)$/i;

/** Reads a fault from a sentence as `faultSentence()` writes it. */
export function readFault(text: string): ReadFault {
  const written = text.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
  const [, times = '1', calls = '', effects = ''] = SENTENCE.exec(written) ?? [];
  const target = targetOf(calls);
  if (effects === '') return { problem: `Say which calls, and what happens to them. ${EXAMPLE}` };
  if (target === undefined) return { problem: `“${calls}” does not name calls. ${EXAMPLE}` };
  if (Number(times) === 0) return { problem: `Name at least one call. ${EXAMPLE}` };
  let fault: SpokenFault = { ...target, ...(times === '1' ? {} : { times: Number(times) }) };
  for (const part of effects.split(/, ?| and /)) {
    const effect = effectOf(part);
    if (effect === undefined) return { problem: `“${part}” is not clear. ${EXAMPLE}` };
    fault = { ...fault, ...effect };
  }
  return { fault };
}

function targetOf(calls: string): SpokenFault | undefined {
  const known = Object.entries(FAULT_CALLS).find(([, words]) => words.includes(calls.toLowerCase()));
  if (known !== undefined) return { operation: known[0] };
  const [, named] = /^(?:(.+) )?calls?$/i.exec(calls) ?? [];
  if (named === undefined) return /^calls?$/i.test(calls) ? {} : undefined;
  if (/^\w+\.\w+$/.test(named)) return { operation: named };
  const [, method, path] = /^([a-z]+)?(?:(?:^| )(\/\S*|\*\S*))?$/i.exec(named) ?? [];
  if (method === undefined && path === undefined) return undefined;
  return { ...(method && { method: method.toUpperCase() }), ...(path && { path }) };
}

/** The forms of the effects, each with the members that it sets. */
const EFFECTS: readonly (readonly [RegExp, (...words: string[]) => SpokenFault])[] = [
  [/^fails? with (\d{3})$/i, (status) => ({ status: Number(status) })],
  [/^fails? with ([a-z]\w*)$/i, (code) => ({ code })],
  [/^returns? (\d{3})$/i, (status) => ({ status: Number(status) })],
  [/^(?:(?:is|are) )?cut(?: off)?$/i, () => ({ disconnect: true })],
  [
    /^(?:(?:is|are) )?(\d+(?:\.\d+)?) ?(ms|s|min|m|h) late$/i,
    (count, unit = '') => ({ delay: `${count}${unit.toLowerCase().replace('min', 'm')}` }),
  ],
  [/^after processing$/i, () => ({ when: 'after' })],
  [
    /^(?:has |have )?retry after (\d+)(?: ?s)?$/i,
    (seconds = '') => ({ headers: { 'retry-after': seconds } }),
  ],
];

function effectOf(part: string): SpokenFault | undefined {
  for (const [form, members] of EFFECTS) {
    const match = form.exec(part.trim());
    if (match !== null) return members(...match.slice(1));
  }
  return undefined;
}

/** Suggestions at a time. */
const MOST = 8;

/**
 * The sentences that begin with a text, for its completion.
 *
 * @param codes - The error codes that a call can fail with.
 */
export function faultSuggestions(typed: string, codes: readonly string[]): string[] {
  const begun = typed.trimStart().replace(/\s+/g, ' ');
  const comma = begun.lastIndexOf(',');
  const head = begun.slice(0, Math.max(0, comma));
  const sentences =
    comma === -1
      ? whole(begun, codes)
      : EXTRAS.filter((extra) => !head.includes(extra)).map((extra) => `${head}, ${extra}`);
  return sentences.filter((sentence) => startsWith(sentence, begun)).slice(0, MOST);
}

const EXTRAS = ['retry after 10 s', 'after processing', '2 s late'];

/** Sentences without extras, with the number that was typed. */
function whole(begun: string, codes: readonly string[]): string[] {
  const [, number = ''] = /^next (\d{1,6})\b/i.exec(begun) ?? [];
  const isOne = number === '' || number === '1';
  const calls = [...Object.values(FAULT_CALLS), ['call', 'calls'] as const].map(
    (words) => words[isOne ? 0 : 1],
  );
  const failure = isOne ? 'fails with' : 'fail with';
  const effects = [
    `${failure} 503`,
    `${failure} 429`,
    `${failure} 500`,
    isOne ? 'is cut off' : 'are cut off',
    isOne ? 'is 2 s late' : 'are 2 s late',
    ...codes.map((code) => `${failure} ${code}`),
  ];
  // First those that differ in their calls.
  return effects.flatMap((effect) =>
    calls.map((what) => `next ${number === '' ? '' : `${number} `}${what} ${effect}`),
  );
}

function startsWith(sentence: string, begun: string): boolean {
  return sentence.toLowerCase().startsWith(begun.toLowerCase());
}
