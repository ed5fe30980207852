import { globSync, readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';
import { addressOf, GUIDES, read, sourcesOfPages, titleOf } from './pages.ts';

/** An entry of the navigation, as VitePress reads it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: SidebarItem[];
}

const itemOf = (source: string): SidebarItem => ({
  text: titleOf(read(source)),
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
    { text: 'Examples', collapsed: true, items: itemsOf(/^examples\//) },
  ];
  const specification = [
    {
      text: 'HTTP',
      items: [
        { text: 'HTTP API of the service', link: '/api/index.md' },
        { text: 'Control API of the emulator', link: '/api/control.md' },
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

/** The pages that most programs need, in the order in which they need them. */
const FIRST = [
  'createMessagingClient',
  'Messages',
  'Batches',
  'Accounts',
  'createEmulator',
  'Emulator',
  'createWebhookHandler',
];

const rankOf = (title: string) => {
  const rank = FIRST.indexOf(title.replace('()', ''));
  return rank === -1 ? FIRST.length : rank;
};

/** The entry points in the order in which users need them, each with its functions, classes and types. */
function referenceSidebar(): SidebarItem[] {
  const folder = `${root}docs/site/reference/`;
  const pages = globSync('**/*.md', { cwd: folder })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const modules = pages
    .filter((page) => page.endsWith('/index.md'))
    .map((page) => page.slice(0, -'index.md'.length));
  const order = ['sdk/', 'emulator/', 'webhooks/', 'conformance/', 'contract/'];
  const rank = (module: string) => order.findIndex((start) => module.startsWith(start));
  const items = modules
    .toSorted((a, b) => rank(a) - rank(b) || a.length - b.length || (a < b ? -1 : 1))
    .map((module) => {
      const members = pages
        .filter(
          (page) => page.startsWith(module) && /^\w+\/(?!index)\w+\.md$/.test(page.slice(module.length)),
        )
        .map((page) => ({
          text: titleOf(readFileSync(folder + page, 'utf8')),
          link: `/reference/${page}`,
          kind: kindOf(page),
        }))
        .toSorted((a, b) => rankOf(a.text) - rankOf(b.text) || a.kind - b.kind);
      return {
        text: module.slice(0, -1),
        link: `/reference/${module}index.md`,
        collapsed: true,
        items: members.map(({ text, link }) => ({ text, link })),
      };
    });
  return [
    { text: 'Overview', link: '/reference/index.md' },
    { text: 'Setup of the examples', link: '/reference/setup.md' },
    ...items,
  ];
}

/** Functions come first, then the objects that they return, then errors and other classes. */
const kindOf = (page: string) => ['functions', 'interfaces', 'classes'].indexOf(page.split('/').at(-2) ?? '');
