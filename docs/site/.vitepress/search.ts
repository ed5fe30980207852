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
  fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
  // Guides say how to do something, so they come before pages that list everything.
  boostDocument: (id: string) => {
    if (id.includes('/guides/')) return 4;
    if (id.includes('/examples/') || id.includes('/introduction')) return 2;
    if (id.includes('/reference/contract/') || id.includes('/project/')) return 0.2;
    if (id.includes('/decisions')) return 0.6;
    return 1;
  },
};

export const indexOptions = {
  /** Leaves out words that are not about the subject, and cuts endings, so that "retries" finds "retry". */
  processTerm: (term: string) => {
    const word = term.toLowerCase();
    const isEmpty =
      /^(a|an|and|are|as|at|be|by|can|do|does|for|from|how|i|if|in|is|it|its|my|not|of|on|or|that|the|this|to|was|what|when|why|with|you|your)$/;
    if (isEmpty.test(word)) return null;
    if (word === 'golang') return 'go';
    if (word === 'later') return 'schedul';
    if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
    const stem = word
      .replace(/ies$/, 'y')
      .replace(/([^s])s$/, '$1')
      .replace(/(ing|ed)$/, '');
    if (stem.length < 3) return word;
    return stem.replace(/e$/, '').replace(/([lpntmrg])\1$/, '$1');
  },
};
