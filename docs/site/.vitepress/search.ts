interface Markdown {
  readonly render: (text: string, env: object) => string;
}

/** Surrounds the words of {@link ASKED} in the text of a section. The index keeps them in a field of their own. */
const MARK = '\u2063';

/**
 * A comment below a heading with words that people use for the subject and the section does not: `<!-- asked: bulk sms -->`.
 */
const ASKED = /<!-- asked: (.*?) -->/g;

/** The text of a page that the search finds. Pages of the reference and changelogs are found by their headings. */
export function searchText(
  text: string,
  env: { path: string; relativePath: string },
  markdown: Markdown,
): string {
  const isListed = /^docs\/site\/reference\/|CHANGELOG|^decisions\//.test(env.relativePath);
  // Without the labels of blocks of code, such as "ts".
  const html = markdown
    .render(text, env)
    .replace(/<span class="lang">.*?<\/span>/g, ' ')
    .replace(ASKED, `${MARK}$1${MARK}`);
  return isListed ? html.replace(/<(pre|table|div)\b[\s\S]*?<\/\1>/g, '') : html;
}

/** How the site searches. VitePress writes these functions into the pages, so each of them stands alone. */
export const searchOptions = {
  boost: { asked: 4, title: 3, titles: 2, text: 1 },
  weights: { fuzzy: 0.2, prefix: 0.2 },
  // Short words are the beginning of too many others: "opt" of "options".
  prefix: (term: string, _: number, terms: string[]) =>
    term.length > 3 || (term.length > 2 && terms.length === 1),
  fuzzy: (term: string) => (term.length > 4 ? 0.25 : false),
  // Guides say how to do something, so they come before pages that list everything.
  boostDocument: (id: string, term = '') => {
    // Words of error messages, such as ECONNREFUSED or duplicate_id.
    const isErrorText = /_|^e[a-z]{5,}$/.test(term);
    if (id.includes('/guides/troubleshooting')) return isErrorText ? 8 : 2.5;
    if (id.includes('/guides/')) return 4;
    if (id.includes('/examples/') || id.includes('/introduction')) return 2;
    if (/\/(reference\/contract|behavior|project|decisions)\//.test(id)) return 0.2;
    return 1;
  },
};

export const indexOptions = {
  fields: ['asked', 'title', 'titles', 'text'],
  extractField: (section: Readonly<Record<string, string>>, field: string) => {
    const { text = '' } = section;
    if (field === 'asked')
      return [...text.matchAll(/\u2063(.*?)\u2063/g)].map(([, words]) => words).join(' ');
    return field === 'text' ? text.replace(/\u2063.*?\u2063/g, '') : section[field];
  },
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
