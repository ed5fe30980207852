import { readFileSync } from 'node:fs';
import { defineConfig, type HeadConfig } from 'vitepress';
import { siteAddress, sourceAddress } from '../../../tools/site/addresses.ts';
import { repositoryLinks } from '../../../tools/site/links.ts';
import { addressOf } from '../../../tools/site/pages.ts';
import { sidebars } from '../../../tools/site/sidebar.ts';
import { root, sourcePaths } from '../../../tools/source-paths.ts';
import { anchorOf } from './anchors.ts';
import { documents } from './documents.ts';
import { readableOnPhones } from './markdown.ts';
import { indexOptions, searchOptions, searchText } from './search.ts';

const title = 'Messaging service toolkit';
const description =
  'A typed client, a webhook verifier and a complete in-memory emulator for a text messaging service.';
const { version } = JSON.parse(readFileSync(`${root}packages/sdk/package.json`, 'utf8')) as {
  version: string;
};
const base = siteAddress?.pathname ?? '/';

// Pictures in previews need whole addresses, so there are none while the address of the site is unknown.
const preview: HeadConfig[] =
  siteAddress === undefined
    ? []
    : [
        ['meta', { property: 'og:image', content: new URL('social.png', siteAddress).href }],
        ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
      ];

export default defineConfig({
  title,
  description,
  base,
  lang: 'en',
  // The pages are the documents of the repository, where they are. `tools/site/pages.ts` knows their addresses.
  srcDir: root,
  srcExclude: [
    '{test,tools,benches}/**',
    'docs/{clients,lint}/**',
    'examples/*/*/**',
    'packages/{inspector,test-support}/**',
    'packages/*/{api,test,src}/**',
    '**/{THIRD-PARTY,llms}.md',
  ],
  rewrites: addressOf,
  outDir: 'dist',
  cacheDir: '.cache',
  lastUpdated: true,
  // The navigation of all pages is in one file instead of in each page.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }],
    ['link', { rel: 'alternate', type: 'text/plain', title: 'llms.txt', href: `${base}llms.txt` }],
    ['meta', { property: 'og:type', content: 'website' }],
    ...preview,
  ],
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark' },
    languageAlias: { console: 'shellsession' },
    config: (markdown) => markdown.use(repositoryLinks).use(readableOnPhones),
  },
  vite: {
    publicDir: `${root}docs/site/public`,
    build: { chunkSizeWarningLimit: 4096, target: 'es2022' },
    // The esbuild of this version of Vite does not know the target in the tsconfig.json of the root.
    esbuild: { tsconfigRaw: '{ "compilerOptions": { "verbatimModuleSyntax": true } }' },
    plugins: [documents()],
    // The worker of the playground is one file, which the page keeps.
    worker: { format: 'es', rollupOptions: { output: { inlineDynamicImports: true } } },
    resolve: {
      alias: [
        // The packages themselves, from their sources, for the playground. A longer name first.
        ...[...sourcePaths]
          .toSorted(([a], [b]) => b.length - a.length)
          .map(([find, replacement]) => ({ find: new RegExp(`^${find}$`), replacement })),
      ],
    },
    server: { fs: { allow: [root] } },
  },
  ...(siteAddress === undefined ? {} : { sitemap: { hostname: siteAddress.href } }),
  themeConfig: {
    logo: '/favicon.svg',
    siteTitle: 'Messaging toolkit',
    nav: [
      { text: 'Playground', link: '/playground/', activeMatch: '^/playground' },
      { text: 'Guides', link: '/guides/getting-started', activeMatch: '^/(guides|introduction)' },
      { text: 'Examples', link: '/examples/', activeMatch: '^/examples' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/(reference|packages)' },
      { text: 'HTTP API', link: '/api/', activeMatch: '^/api' },
      {
        text: `v${version}`,
        items: [
          { text: 'Changelog', link: '/project/changelog' },
          { text: 'Behavior, clause by clause', link: '/behavior/' },
          { text: 'Decisions', link: '/decisions/' },
          { text: 'Contributing', link: '/project/contributing' },
        ],
      },
    ],
    sidebar: sidebars(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: searchText,
        miniSearch: { options: indexOptions, searchOptions },
        translations: {
          modal: {
            noResultsText: 'No page contains these words. Try fewer or other words:',
            displayDetails: 'Show the text of the results',
          },
        },
      },
    },
    externalLinkIcon: true,
    footer: { message: 'MIT licensed' },
    notFound: {
      title: 'Page not found',
      quote: 'This address does not lead to a page. Use the search, or start from the home page.',
      linkLabel: 'Go to the home page',
      linkText: 'Home page',
    },
    ...(sourceAddress === undefined
      ? {}
      : {
          socialLinks: [{ icon: 'github', link: sourceAddress }],
          editLink: { text: 'Edit this page', pattern: `${sourceAddress}/edit/main/:path` },
        }),
  },
  transformHtml: withOpenGroup,
  transformHead: ({ pageData, title: pageTitle, description: pageDescription }) => [
    ['meta', { property: 'og:title', content: pageTitle }],
    ['meta', { property: 'og:description', content: pageDescription }],
    ...canonical(pageData.relativePath),
  ],
});

/**
 * Opens the group of the sidebar that contains the page. VitePress opens it in the browser, which moves what is below it.
 */
function withOpenGroup(html: string): string {
  return html.replace(/(<section class="VPSidebarItem[^"]*) collapsed(?=[^"]* has-active)/g, '$1');
}

/** Where a page is, for previews and search engines, while the address of the site is known. */
function canonical(page: string): HeadConfig[] {
  if (siteAddress === undefined || page === '404.md') return [];
  const { href } = new URL(page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html'), siteAddress);
  return [
    ['meta', { property: 'og:url', content: href }],
    ['link', { rel: 'canonical', href }],
  ];
}
