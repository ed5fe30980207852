/** The parts of a token of markdown-it that this file uses. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrSet(name: string, value: string): void;
}

/** The parts of markdown-it that this file uses. */
interface MarkdownIt {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { readonly tokens: readonly Token[] }) => void): void;
    };
  };
  readonly renderer: { readonly rules: object };
  readonly utils: { escapeHtml(text: string): string };
}

/** A plugin of markdown-it: words of code and tables that narrow screens can show. */
export function readableOnPhones(markdown: MarkdownIt): void {
  markdown.core.ruler.push('table-labels', ({ tokens }) => labelCells(tokens));
  const renderCode = (tokens: readonly Token[], at: number): string => {
    const code = wholeWords(tokens[at]?.content ?? '', markdown.utils.escapeHtml);
    // A type such as `Batches`<`Safe`> consists of several pieces of code, between which a line can end.
    const isContinued = /^[<([{|]|^$/.test(tokens[at + 1]?.content ?? ' ');
    return `<code v-pre>${code}</code>${isContinued ? '<wbr>' : ''}`;
  };
  Object.assign(markdown.renderer.rules, { code_inline: renderCode });
}

/** Longer words are broken, because a phone has no place for them. */
const LONGEST_WHOLE = 36;

/** Browsers break lines after hyphens and slashes, too. Marks the words that have them, so that they stay whole. */
function wholeWords(code: string, escape: (text: string) => string): string {
  return code
    .split(/( +)/)
    .map((word) =>
      word.length <= LONGEST_WHOLE && /[^\w ]/.test(word)
        ? `<span class="whole">${escape(word)}</span>`
        : escape(word),
    )
    .join('');
}

/** On phones, each row is a block: its cells carry the heading of their column. The first cell is the heading of the block. */
function labelCells(tokens: readonly Token[]): void {
  let headings: string[] = [];
  let column = 0;
  for (const [at, token] of tokens.entries()) {
    const text = () => textOf(tokens[at + 1]);
    if (token.type === 'table_open') headings = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') headings.push(text());
    if (token.type !== 'td_open') continue;
    const heading = headings[column] ?? '';
    if (column > 0 && heading !== '' && text() !== '') token.attrSet('data-label', heading);
    column += 1;
  }
}

const textOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ content }) => content).join('');
