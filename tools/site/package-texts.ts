/**
 * A step of the build. Each package gets `llms.txt`, an index for language models with the code of its README, and
 * `llms-full.txt`, its README and the guides about it in one file. Both lead to nothing outside the package.
 */
import { writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { anchorOf } from '../../docs/site/.vitepress/anchors.ts';
import { type Package, packages } from '../packages/packages.ts';
import { changeLinks, lowerHeadings } from './markdown.ts';
import { GUIDES, read, titleOf } from './pages.ts';

/** Package → the sections of the guides that are about it. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  sdk: ['Start', 'Send', 'In production'],
  webhooks: ['Receive webhooks'],
  emulator: ['Test', 'Run the emulator'],
  conformance: ['In production'],
};

for (const one of packages) {
  writeFileSync(`${one.folder}/llms.txt`, indexOf(one));
  writeFileSync(`${one.folder}/llms-full.txt`, fullTextOf(one));
}

function sourcesOf({ name }: Package): string[] {
  const guides = (SECTIONS[name] ?? []).flatMap((section) => GUIDES[section] ?? []);
  return [`packages/${name}/README.md`, ...guides.map((guide) => `docs/guides/${guide}.md`)];
}

function indexOf(one: Package): string {
  const [readme = '', ...guides] = sourcesOf(one);
  const text = read(readme);
  const [, introduction = ''] = /^# .*\n+([\s\S]*?)\n\n/.exec(text) ?? [];
  const code = [...text.matchAll(/^```ts[\s\S]*?^```$/gm)].slice(0, 2).map(([fence]) => fence);
  const titles = guides.map((guide) => titleOf(read(guide))).join('; ');
  const entries = one.entries.map(
    ({ name, specifier }) => `- [${specifier}](dist/${name}.d.ts): types and documentation of its exports\n`,
  );
  return [
    `# ${one.manifest.name}\n\n> ${introduction.replaceAll('\n', ' ')}`,
    ...code,
    `## Documents\n\n- [README](README.md): how to use the package\n- [README and guides](llms-full.txt): ${titles || 'everything in one file'}`,
    `## Entry points\n\n${entries.join('')}`,
  ].join('\n\n');
}

function fullTextOf(one: Package): string {
  const sources = sourcesOf(one);
  const anchors = new Map(sources.map((source) => [source, anchorOf(titleOf(read(source)))]));
  return sources.map((source) => withinFile(lowerHeadings(read(source)), source, anchors)).join('\n\n');
}

/** Links to other documents lead to their headings in this file; what is not in it is only named. */
function withinFile(text: string, source: string, anchors: ReadonlyMap<string, string>): string {
  // Comments are for the search of the site.
  const shown = text.replace(/^<!-- asked: .* -->\n\n/gm, '');
  const marked = changeLinks(shown, (target) => {
    if (/^(?:[a-z]+:|#)/i.test(target)) return target;
    const [path = '', anchor] = target.split('#', 2);
    const title = anchors.get(posix.join(posix.dirname(source), path));
    return title === undefined ? 'absent:' : `#${anchor ?? title}`;
  });
  return marked.replace(/!?\[([^\]]*)\]\(absent:\)/g, '$1');
}
