import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { indexOptions } from '../../docs/site/.vitepress/search.ts';
import { brokenLinks } from './broken-links.ts';
import { filesSection } from './example-files.ts';
import { withSetup } from './example-names.ts';
import { Links, linkClauses } from './links.ts';
import { changeLinks, descriptionOf, lowerHeadings } from './markdown.ts';
import { asPage, withoutGap, withParagraphs, withSchemes } from './page-texts.ts';
import { questions } from './questions.ts';

describe('links of documents in the site', () => {
  const links = new Links();
  const rewrite = (text: string, source = 'docs/guides/sending.md') => links.rewrite(text, source);

  test('a link to a document leads to its page, with the anchor', () => {
    expect(rewrite('[holds](credits.md#held-credits)')).toBe('[holds](/guides/credits.md#held-credits)');
    expect(rewrite('[start](../../README.md)')).toBe('[start](/introduction.md)');
  });

  test('a link to a decision leads to its section of the page of decisions', () => {
    expect(rewrite('[why](../../decisions/messages.md#marks)')).toBe('[why](/decisions.md#marks)');
  });

  test('a link to an OpenAPI document leads to the page about it', () => {
    expect(rewrite('[HTTP](../openapi.yaml)')).toBe('[HTTP](/api/index.md)');
  });

  test('a link to a source file leads to a page that shows the file', () => {
    expect(rewrite('[app](app.ts)', 'examples/otp-login/README.md')).toBe(
      '[app](/source/examples/otp-login/app.ts.md)',
    );
    expect([...links.shown]).toEqual(['examples/otp-login/app.ts']);
  });

  test('the pages of files have names that lead to them', () => {
    expect(rewrite('[route]([id]/route.ts)', 'examples/nextjs-route/app/api/messages/x.md')).toBe(
      '[route](/source/examples/nextjs-route/app/api/messages/_id_/route.ts.md)',
    );
    expect(rewrite('[page](app.html)', 'examples/sveltekit/src/x.md')).toBe(
      '[page](/source/examples/sveltekit/src/app_html.md)',
    );
  });

  test('a link to a file that does not exist stays, so that the check of links finds it', () => {
    expect(rewrite('[lost](lost.md)')).toBe('[lost](lost.md)');
  });

  test('a picture is found by its name alone', () => {
    expect(rewrite('![phones](docs/inspector-phones-light.png)', 'README.md')).toBe(
      '![phones](/inspector-phones-light.png)',
    );
  });

  test('a picture for two color schemes becomes two images, because readers can switch the scheme of the site', () => {
    const picture =
      '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="docs/inspector-phones-dark.png">\n  <img width="1" src="docs/inspector-phones-light.png" alt="Phones">\n</picture>';
    expect(withSchemes(rewrite(picture, 'README.md'))).toBe(
      '<img class="only-light" loading="lazy" width="1" src="/inspector-phones-light.png" alt="Phones">\n<img class="only-dark" loading="lazy" width="1" src="/inspector-phones-dark.png" alt="Phones">',
    );
  });

  test('links in code stay', () => {
    const code = '```md\n[holds](credits.md)\n```';
    expect(changeLinks(code, () => 'changed')).toBe(code);
  });
});

test('the page of an example lists its files, and offers all of them as an archive', () => {
  const links = new Links();
  const section = filesSection('go-test', links);
  expect(section).toContain('[Download go-test.tar.gz](/examples/go-test.tar.gz){download}');
  expect(section).toContain('- [go.mod](/source/examples/go-test/go.mod.md)\n');
  expect(links.shown).toContain('examples/go-test/go.mod');
  // Data is not worth a page.
  expect(section).toContain('- webhook-cases.json\n');
  expect(section).not.toContain('README.md');
});

describe('clauses', () => {
  test('the id of a clause becomes a link to it', () => {
    expect(linkClauses('See MSG-9.')).toBe('See [MSG-9](/behavior/messages.md#msg-9-dry-run).');
  });

  test('headings, links, code and ids of nothing stay', () => {
    for (const text of ['### MSG-9 Dry run', '[MSG-9](x.md)', '`MSG-9`', 'UTF-8 and ABC-1'])
      expect(linkClauses(text)).toBe(text);
  });
});

test('headings move one level down, and comments in code stay', () => {
  expect(lowerHeadings('# A\n```sh\n# comment\n```\n## B')).toBe('## A\n```sh\n# comment\n```\n### B');
});

describe('a page of the reference', () => {
  const overload = (result: string) =>
    `## Call Signature\n\n\`\`\`ts\nfunction create(options): ${result};\n\`\`\`\n`;

  test('numbers overloads and names the types that they return', () => {
    const page = asPage(`# create()\n\n${overload('Client<Safe>')}\n### Returns\n\n${overload('void')}`);
    expect(page.match(/^##? .*/gm)).toEqual(['# create()', '## Overload 1: Client', '## Overload 2']);
  });

  test('has titles without type parameters, and headings in sentence case', () => {
    expect(asPage('# send<Safe>()\n\n## Type Parameters\n\n| Type Parameter |\n| --- |')).toBe(
      '# send\n\n## Type parameters\n\n| Type parameter |\n| --- |\n',
    );
  });

  test('does not say from which class a member comes', () => {
    const page =
      '# E\n\n## Methods\n\n### a()\n\n#### Overrides\n\n`B.a`\n\n### b()\n\n#### Inherited from\n\n[`B`](B.md).`b`\n';
    expect(asPage(page)).toBe('# E\n\n## Methods\n\n### a()\n\n### b()\n');
  });

  test('has the related types and the type parameters last', () => {
    const page =
      '# Options\n\n## Extends\n\n- A\n\n## Type parameters\n\n- T\n\n## Properties\n\n| a |\n\n## See\n\nB\n';
    expect(asPage(page)).toBe(
      '# Options\n\n## Properties\n\n| a |\n\n## See\n\nB\n\n## Extends\n\n- A\n\n## Type parameters\n\n- T\n',
    );
  });
});

describe('examples of the reference', () => {
  const page = (code: string) => `### Example\n\n\`\`\`ts\n${code}\n\`\`\`\n`;

  test('name what they use of the setup, with a link to it', () => {
    const code = page('const since = emulator.mark();\nawait messages.sendOne(message);');
    const line =
      'With `emulator`, `messages`, `message` of the [setup](/reference/setup.md#examples-of-the-emulator):';
    expect(withSetup(code, 'emulator/interfaces/Emulator.md')).toContain(
      `### Example\n\n${line}\n\n\`\`\`ts`,
    );
  });

  test('that declare everything stay', () => {
    const code = page(
      "import { emulator } from './emulator.ts';\nfor (const message of emulator.messages) log({ messages: message });",
    );
    expect(withSetup(code, 'emulator/interfaces/Emulator.md')).toBe(code);
  });
});

test('headings of the third level move up where there is no second level', () => {
  expect(withoutGap('# A\n### B\n#### C')).toBe('# A\n## B\n### C');
  expect(withoutGap('# A\n## B\n### C')).toBe('# A\n## B\n### C');
});

test('each label of a clause begins a paragraph', () => {
  const clause = '**Open point.** A. **Decision.** B.\n**Change it.** C, `**Decision.**`';
  expect(withParagraphs(clause)).toBe(
    '**Open point.** A.\n\n**Decision.** B.\n\n**Change it.** C, `**Decision.**`',
  );
});

describe('the description of a page', () => {
  test('is its first paragraph as plain text, after headings, code and tables', () => {
    const page =
      '# Title\n\n```ts\ncode();\n```\n\n| a |\n|---|\n\nSend **texts** with\n[`send`](a.md) to &lt;all&gt;.\n\nMore.';
    expect(descriptionOf(page)).toBe('Send texts with send to <all>.');
  });

  test('is cut after a word where it is long, and empty without a paragraph', () => {
    const long = descriptionOf(`${'word '.repeat(60)}end`);
    expect([long.length <= 200, long.endsWith('word…')]).toEqual([true, true]);
    expect(descriptionOf('# Title\n\n- list\n')).toBe('');
  });
});

describe('the check of links', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function broken(pages: Readonly<Record<string, string>>): string[] {
    folder = mkdtempSync(join(tmpdir(), 'site-'));
    for (const [path, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return brokenLinks(folder, new Set(['known.example.net'])).broken;
  }

  test('accepts pages, headings, files and known hosts', () => {
    const html = `<h2 id="b">B</h2><a href="#b">1</a><a class="x" href="/guides/a.html#b">2</a><a href="/guides/">3</a>
      <img src="/p.png"><a href="https://known.example.net/x">4</a><a href="http://localhost:4010/">5</a>`;
    expect(broken({ 'guides/a.html': html, 'guides/index.html': '', 'p.png': '' })).toEqual([]);
  });

  test.each([
    ['a page that does not exist', '/lost.html'],
    ['a heading that does not exist', '/a.html#lost'],
    ['a host that is not known', 'https://unknown.invalid/'],
  ])('finds %s', (_, href) => {
    expect(broken({ 'a.html': `<a href="${href}">x</a>` })).toEqual([`a.html links to ${href}`]);
  });

  test('reads the links of llms.txt', () => {
    expect(broken({ 'llms.txt': '- [A](/a.md): text\n- [B](/b.md#x): text', 'a.md': '' })).toEqual([
      'llms.txt links to /b.md',
    ]);
  });
});

describe('the search', () => {
  test('at least forty questions are asked of it', () => {
    expect(Object.keys(questions).length).toBeGreaterThanOrEqual(40);
  });

  test('an error code is a term of its own', () => {
    expect(indexOptions.tokenize('refused with duplicate_id, 409')).toEqual(
      expect.arrayContaining(['refused', 'duplicate', 'id', 'duplicate_id', '409']),
    );
  });

  test.each([
    ['cancelling', 'cancel'],
    ['Cancelled', 'cancel'],
    ['retries', 'retry'],
    ['scheduled', 'schedul'],
    ['keys', 'key'],
    ['sms', 'messag'],
    ['messages', 'messag'],
    ['timezone', ['time', 'zon']],
    ['zones', 'zon'],
    ['idempotency', 'duplicat'],
    ['duplicates', 'duplicat'],
    ['the', null],
  ])('%s is the term %s', (word, term) => {
    expect(indexOptions.processTerm(word)).toEqual(term);
  });
});
