import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DefaultTheme, defineConfig, type HeadConfig } from 'vitepress';
import { anchorOf } from './anchors.ts';
import { indexOptions, searchOptions } from './search.ts';

/** What the build of the pages found out: see `tools/site/stage.ts`. */
interface Settings {
  readonly sidebar: DefaultTheme.SidebarMulti;
  readonly siteAddress?: string;
  readonly sourceAddress?: string;
}

const { sidebar, siteAddress, sourceAddress } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../.pages/settings.json'), 'utf8'),
) as Settings;

const title = 'Messaging service toolkit';
const description =
  'A typed client, a webhook verifier and a complete in-memory emulator for a text messaging service.';

// Pictures in previews need whole addresses, so there are none while the address of the site is unknown.
const preview: HeadConfig[] =
  siteAddress === undefined
    ? []
    : [
        ['meta', { property: 'og:image', content: new URL('social.png', siteAddress).href }],
        ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
      ];

const base = siteAddress === undefined ? '/' : new URL(siteAddress).pathname;

export default defineConfig({
  title,
  description,
  base,
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.cache',
  lang: 'en',
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
    theme: { light: 'github-light', dark: 'github-dark' },
    languageAlias: { console: 'shellsession' },
  },
  vite: {
    build: { chunkSizeWarningLimit: 4096 },
    publicDir: 'public',
  },
  ...(siteAddress === undefined ? {} : { sitemap: { hostname: siteAddress } }),
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Guides', link: '/guides/getting-started.md', activeMatch: '^/(guides|introduction)' },
      { text: 'Examples', link: '/examples/index.md', activeMatch: '^/examples' },
      { text: 'Reference', link: '/reference/sdk/interfaces/Messages.md', activeMatch: '^/reference' },
      { text: 'HTTP API', link: '/api/index.md', activeMatch: '^/api' },
      { text: 'Behavior', link: '/behavior/index.md', activeMatch: '^/(behavior|decisions)' },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { detailedView: 'auto', miniSearch: { options: indexOptions, searchOptions } },
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
          // Not a function: it would run in the page, without the values of this file.
          editLink: { text: 'Edit this page', pattern: `${sourceAddress}/edit/main/:path` },
        }),
  },
  transformPageData: (page) => {
    const { source } = page.frontmatter;
    // Pages that no single file holds have nothing to edit.
    if (typeof source === 'string') page.filePath = source;
    else page.frontmatter.editLink = false;
  },
  transformHead: ({ pageData, title: pageTitle, description: pageDescription }) => [
    ['meta', { property: 'og:title', content: pageTitle }],
    ['meta', { property: 'og:description', content: pageDescription }],
    ...addressOf(pageData.relativePath),
  ],
});

/** Where a page is, for previews and search engines, while the address of the site is known. */
function addressOf(page: string): HeadConfig[] {
  if (siteAddress === undefined || page === '404.md') return [];
  const path = page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');
  const { href } = new URL(path, siteAddress);
  return [
    ['meta', { property: 'og:url', content: href }],
    ['link', { rel: 'canonical', href }],
  ];
}
