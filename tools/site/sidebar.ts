import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { root } from '../source-paths.ts';
import { addressOf, GUIDES, read, sourcesOfPages, titleOf } from './pages.ts';

/** An entry of the navigation, as VitePress reads it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

/** The title of a page without its explanation: "Inspector: see messages, webhooks and requests" is "Inspector". */
const shortTitleOf = (source: string) => titleOf(read(source)).replace(/(?:: | \().*$/, '');

const itemOf = (source: string): SidebarItem => ({
  text: shortTitleOf(source),
  link: `/${addressOf(source)}`,
});

const itemsOf = (pattern: RegExp) =>
  sourcesOfPages()
    .filter((source) => pattern.test(source))
    .map(itemOf);

/** The navigation of each part of the site, by the paths at which it shows. */
export function sidebars(): Record<string, SidebarItem[]> {
  const guides = [
    ...Object.entries(GUIDES).map(([text, names]) => ({
      text,
      collapsed: false,
      items: names.map((name) => itemOf(`docs/guides/${name}.md`)),
    })),
    { text: 'Every error and receipt code', link: '/errors/index.md' },
    { text: 'Examples', collapsed: true, items: itemsOf(/^examples\//) },
  ];
  const specification = [
    {
      text: 'HTTP',
      items: [
        { text: 'HTTP API', link: '/api/index.md' },
        { text: 'Try the HTTP API', link: '/api/explorer.md' },
        { text: 'Control API', link: '/api/control.md' },
        { text: 'Try the control API', link: '/api/control-explorer.md' },
      ],
    },
    { text: 'Behavior', items: itemsOf(/^docs\/behavior\//) },
    { text: 'Decisions', collapsed: true, items: itemsOf(/^decisions\//) },
  ];
  const project = [
    { text: 'Project', items: itemsOf(/^(?!README)[A-Z]+\.md/) },
    {
      text: 'Changes of each package',
      items: itemsOf(/^packages\/.*CHANGELOG/).map((item) => ({
        ...item,
        text: item.text.replace(/.*\//, ''),
      })),
    },
  ];
  const reference = referenceSidebar();
  return {
    '/reference/': reference,
    '/packages/': reference,
    '/behavior/': specification,
    '/api/': specification,
    '/decisions/': specification,
    '/project/': project,
    '/': guides,
  };
}

const PACKAGES = ['sdk', 'emulator', 'webhooks', 'conformance', 'contract'];

/** Functions come first, then the objects that they return, then errors and other classes. */
const KINDS = ['functions', 'interfaces', 'classes'];

/** The entry points in the order in which users need them, each with its functions, classes and types. */
function referenceSidebar(): SidebarItem[] {
  const folder = `${root}docs/site/reference/`;
  const titleOfPage = (page: string) => titleOf(readFileSync(folder + page, 'utf8'));
  const pagesIn = (pattern: string) => globSync(pattern, { cwd: folder }).toSorted();
  const indexes = PACKAGES.flatMap((name) => [`${name}/index.md`, ...pagesIn(`${name}/*/index.md`)]);
  const entries = indexes.map((index) => {
    const entry = dirname(index);
    const members = KINDS.flatMap((kind) => pagesIn(`${entry}/${kind}/*.md`));
    return {
      text: entry,
      link: `/reference/${index}`,
      collapsed: true,
      items: members.map((page) => ({ text: titleOfPage(page), link: `/reference/${page}` })),
    };
  });
  return [
    { text: 'Overview', link: '/reference/index.md' },
    { text: 'Setup of the examples', link: '/reference/setup.md' },
    ...entries,
  ];
}
