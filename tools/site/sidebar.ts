import { packages } from '../packages/packages.ts';
import { documents, GUIDES, read, titleOf } from './pages.ts';
import type { ReferenceModule } from './reference.ts';

/** An entry of the navigation, as VitePress reads it. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly SidebarItem[];
}

const plain = (title: string) => title.replaceAll('`', '');

function itemOf(source: string): SidebarItem[] {
  const document = documents.find((one) => one.source === source);
  return document === undefined ? [] : [{ text: plain(titleOf(read(source))), link: `/${document.path}` }];
}

const itemsBelow = (folder: string) =>
  documents.filter(({ source }) => source.startsWith(folder)).flatMap(({ source }) => itemOf(source));

/** The guides without a place in the navigation. */
export function guidesWithoutPlace(): string[] {
  const placed = new Set(Object.values(GUIDES).flat());
  return documents
    .map(({ source }) => source)
    .filter(
      (source) =>
        source.startsWith('docs/guides/') && !placed.has(source.slice('docs/guides/'.length, -'.md'.length)),
    );
}

/** The navigation of each part of the site, by the paths at which it shows. */
export function sidebars(modules: readonly ReferenceModule[]): Record<string, readonly SidebarItem[]> {
  const guides: readonly SidebarItem[] = [
    ...Object.entries(GUIDES).map(([text, names]) => ({
      text,
      collapsed: false,
      items: [
        ...(text === 'Start' ? itemOf('README.md').map((item) => ({ ...item, text: 'Introduction' })) : []),
        ...names.flatMap((name) => itemOf(`docs/guides/${name}.md`)),
      ],
    })),
    { text: 'Examples', collapsed: false, items: itemsBelow('examples/') },
  ];
  const specification: readonly SidebarItem[] = [
    { text: 'Behavior', items: itemsBelow('docs/behavior/') },
    {
      text: 'HTTP',
      items: [
        { text: 'HTTP API of the service', link: '/api/index.md' },
        { text: 'Control API of the emulator', link: '/api/control.md' },
      ],
    },
    {
      text: 'Choices',
      items: [
        { text: 'Decisions', link: '/decisions.md' },
        { text: 'Tests of each clause', link: '/behavior/coverage.md' },
      ],
    },
  ];
  const project: readonly SidebarItem[] = [
    {
      text: 'Project',
      items: [
        'ARCHITECTURE',
        'CONTRIBUTING',
        '.github/RELEASING',
        '.github/CODE_OF_CONDUCT',
        '.github/SECURITY',
        'CHANGELOG',
      ].flatMap((name) => itemOf(`${name}.md`)),
    },
    {
      text: 'Changes of each package',
      items: documents
        .filter(({ source }) => /^packages\/.*CHANGELOG/.test(source))
        .map(({ source, path }) => ({ text: source.split('/')[1] ?? '', link: `/${path}` })),
    },
  ];
  return {
    ...Object.fromEntries(
      packages.map(({ name, manifest }) => [`/reference/${name}/`, referenceSidebar(modules, manifest.name)]),
    ),
    '/reference/': referenceSidebar(modules, ''),
    '/behavior/': specification,
    '/api/': specification,
    '/decisions': specification,
    '/project/': project,
    '/': guides,
  };
}

const CONTRACT = '@messaging-service/contract';
const linkTo = (path: string) => `/reference/${path}`;

/** The operations first, then each package; the one of this page is open. `contract` has a section of its own. */
function referenceSidebar(modules: readonly ReferenceModule[], open: string): SidebarItem[] {
  const inOrder = ['sdk', 'emulator', 'webhooks', 'conformance'].flatMap((name) =>
    modules.filter((module) => module.name.split('/')[1] === name),
  );
  const isOpen = ({ name }: ReferenceModule) => name === open || name.startsWith(`${open}/`);
  const entry = (module: ReferenceModule): SidebarItem => ({
    text: module.name.replace('@messaging-service/', ''),
    link: linkTo(module.path),
    ...(isOpen(module) && { collapsed: module.name !== open, items: module.groups.map(groupItem) }),
  });
  return [
    { text: 'Operations', items: operations() },
    { text: 'Packages', items: inOrder.map(entry) },
    { text: 'Wire format', items: modules.filter(({ name }) => name === CONTRACT).map(entry) },
  ];
}

function operations(): SidebarItem[] {
  const resources = ['Messages', 'Batches', 'Accounts'];
  return [
    { text: 'Client', link: linkTo('sdk/functions/createMessagingClient.md') },
    ...resources.map((name) => ({ text: name, link: linkTo(`sdk/interfaces/${name}.md`) })),
    { text: 'Errors', link: '/guides/errors.md' },
    { text: 'Setup of the examples', link: linkTo('setup.md') },
  ];
}

function groupItem({ title, pages }: ReferenceModule['groups'][number]): SidebarItem {
  return {
    text: title.replace(' Aliases', ' aliases'),
    collapsed: true,
    items: pages.map(({ name, path }) => ({ text: name, link: linkTo(path) })),
  };
}
