import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from '../source-paths.ts';
import { sourceAddress } from './addresses.ts';
import { pageOf } from './pages.ts';

/** The part of a token of markdown-it that this file uses. */
interface Token {
  readonly type: string;
  readonly children: readonly Token[] | null;
  tag: string;
  attrs: unknown;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

/** The part of markdown-it that this file uses. */
interface MarkdownIt {
  readonly core: {
    readonly ruler: {
      push(
        name: string,
        rule: (state: {
          readonly tokens: readonly Token[];
          readonly env: { readonly realPath?: string; readonly path?: string };
        }) => void,
      ): void;
    };
  };
}

/**
 * A plugin of markdown-it: links between files of the repository become links between pages of the site. A link to a file
 * without a page leads to the repository, if its address is known.
 */
export function repositoryLinks(markdown: MarkdownIt): void {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const file = env.realPath ?? env.path;
    if (file === undefined) return;
    const source = posix.relative(root, file);
    for (const { children } of tokens) translate(children ?? [], source);
  });
}

/** A link to a file that the site does not have is only text. */
function translate(tokens: readonly Token[], source: string): void {
  let isText = false;
  for (const token of tokens) {
    const target = token.type === 'link_open' ? token.attrGet('href') : null;
    if (target !== null) {
      const link = siteLink(target, source);
      isText = link === undefined;
      if (link === undefined) token.attrs = null;
      else token.attrSet('href', link);
    }
    if (isText && /^link_(open|close)$/.test(token.type)) token.tag = 'span';
  }
}

/** The link of the site for a link in a document of the repository; undefined when no page and no address shows the file. */
export function siteLink(target: string, source: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(target)) return target;
  const [path = '', anchor] = target.split('#', 2);
  const file = posix.join(posix.dirname(source), decodeURI(path)).replace(/\/$/, '');
  const page = pageOf(file);
  if (page !== undefined) return `/${page}${anchor === undefined ? '' : `#${anchor}`}`;
  if (!existsSync(root + file)) return target;
  return sourceAddress === undefined ? undefined : `${sourceAddress}/blob/main/${file}`;
}
