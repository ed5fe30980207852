/**
 * How the site searches. VitePress writes these functions into the pages, so each of them stands alone. The check of the
 * questions (`tools/site/check-search.ts`) searches in the same way.
 */
export const searchOptions = {
  boost: { title: 2, titles: 1, text: 1 },
  weights: { fuzzy: 0.2, prefix: 0.2 },
  // Short words are the beginning of too many others: "opt" of "options".
  prefix: (term: string, _: number, terms: string[]) =>
    term.length > 3 || (term.length > 2 && terms.length === 1),
  fuzzy: (term: string) => (term.length > 4 ? 0.25 : false),
  // Guides say how to do something, so they come before pages that list everything. One of them explains all error codes.
  boostDocument: (id: string, term = '') => {
    if (term.includes('_') && id.includes('/guides/errors.')) return 12;
    if (id.includes('/guides/')) return 4;
    if (id.includes('/examples/') || id.includes('/introduction')) return 2;
    if (id.includes('/reference/contract/') || id.includes('/project/')) return 0.2;
    if (id.includes('/decisions')) return 0.6;
    return 1;
  },
};

export const indexOptions = {
  /** Words, as MiniSearch separates them by default, and error codes such as `duplicate_id` as a whole. */
  tokenize: (text: string) => [
    ...text.split(/[\n\r\p{Z}\p{P}]+/u),
    ...(text.match(/[a-z]+(?:_[a-z]+)+/g) ?? []),
  ],
  /**
   * Leaves out words that are not about the subject, cuts endings, so that "retries" finds "retry", and replaces words that
   * users type by the words of the pages.
   */
  processTerm: (term: string) => {
    const word = term.toLowerCase();
    const isEmpty =
      /^(a|an|and|are|as|at|be|by|can|do|does|e|for|from|handling|how|i|if|in|is|it|its|my|not|of|on|or|that|the|this|to|use|was|what|when|why|with|you|your)$/;
    if (isEmpty.test(word)) return null;
    const synonyms: Readonly<Record<string, string | readonly string[]>> = {
      '164': ['phon', 'number'],
      abort: 'cancel',
      bulk: ['bulk', 'campaign'],
      csharp: 'languag',
      dotnet: 'languag',
      golang: 'go',
      helm: 'kubernet',
      inbound: ['inbound', 'receiv'],
      java: 'languag',
      kotlin: 'languag',
      later: 'schedul',
      length: ['length', 'unit'],
      nock: 'mock',
      postman: 'openapi',
      ruby: 'languag',
      rust: 'languag',
      segment: 'unit',
      segments: 'unit',
      sms: 'messag',
      spring: 'languag',
      stub: 'mock',
      swagger: 'openapi',
      timezone: ['time', 'zon'],
      unsubscribe: ['opt', 'out'],
    };
    const synonym = Object.hasOwn(synonyms, word) ? synonyms[word] : undefined;
    if (synonym !== undefined) return typeof synonym === 'string' ? synonym : [...synonym];
    if (word.startsWith('idempoten')) return 'duplicat';
    if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
    const stem = word
      .replace(/ies$/, 'y')
      .replace(/([^s])s$/, '$1')
      .replace(/(ing|ed)$/, '');
    if (stem.length < 3) return word;
    return stem.replace(/e$/, '').replace(/([lpntmrg])\1$/, '$1');
  },
};
