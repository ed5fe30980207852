/**
 * The blocks of README.md and Getting started do what the text beside them says: in an empty folder, with npm 11, with the
 * oldest Node that runs them and the newest. `npx vitest run --project packed newcomer` runs these tests. They need
 * `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import { type Document, documents } from '../documents/document.ts';
import { withFreePorts } from '../documents/free-ports.ts';
import { planSteps, type Step } from '../documents/plan.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { installNodes, Newcomer, NODES, OLDEST_NODE_OF_CLONE } from './newcomer.ts';
import { tarballNamed, tarballs } from './tarballs.ts';

const isOnline = spawnSync('npm', ['view', 'npm', 'version'], { stdio: 'ignore' }).status === 0;
if (!isOnline)
  process.stderr.write('The npm registry cannot be reached, so newcomers cannot install anything.\n');

const first = ['README.md', 'docs/guides/getting-started.md'];
const read = await Promise.all(documents.filter(({ path }) => first.includes(path)).map(withFreePorts));

describe.skipIf(!isOnline || process.platform !== 'linux')('a newcomer', () => {
  const temporary = makeEmptyFolder();

  beforeAll(async () => {
    for (const tarball of tarballs(inject('packed'))) cpSync(tarball, join(temporary, basename(tarball)));
    await installNodes(temporary);
  });

  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  /** The packages of this repository are installed from their tarballs. */
  function withTarballs(step: Step): Step {
    if (step.kind !== 'install') return step;
    const text = step.fence.text
      // The clone is this repository, and the project is the folder of the newcomer.
      .replace(/^mkdir .*\n/m, '')
      .replace(/^(npm run use-in --) .*$/m, `project=$PWD; cd '${root}'; $1 "$project"`)
      .replace(/^cd \.\.\/.*$/m, 'cd "$project"')
      .replace(/@messaging-service\/\w+/g, (name) => tarballNamed(name, temporary) ?? name);
    return { ...step, fence: { ...step.fence, text } };
  }

  test('sees the demo of a fresh clone with the command of README.md, with Node 20 and nothing else', async () => {
    const [, command = ''] = /^\| `(npm ci [^`]+)` \|/m.exec(readFileSync(`${root}README.md`, 'utf8')) ?? [];
    const newcomer = new Newcomer(temporary, OLDEST_NODE_OF_CLONE);
    try {
      expect(await newcomer.paste('node --version')).toMatch(/^v20\./);
      const output = await newcomer.paste(`git clone --quiet '${root}' clone; cd clone; ${command}`);
      expect(command).toBe('npm ci && npm run demo');
      expect(output).toContain('252');
    } finally {
      newcomer.close();
    }
  });

  const readers = NODES.flatMap((node) => read.map((document) => ({ node, path: document.path, document })));

  describe.each(readers)('with Node $node who follows $path', ({ node, document }) => {
    let newcomer: Newcomer;

    beforeAll(() => {
      newcomer = new Newcomer(temporary, node);
    });

    afterAll(() => newcomer.close());

    test('has this Node, and npm 11', async () => {
      expect(await newcomer.paste('node --version; npm --version')).toMatch(new RegExp(`^v${node}\n11\\.`));
    });

    test.each(planned(document))('gets what it says from $title', async ({ step }) => {
      await newcomer.take(withTarballs(step));
    });
  });
});

function planned(document: Document): readonly { readonly title: string; readonly step: Step }[] {
  return planSteps(document).map((step) => ({
    title: `${step.fence.name} in line ${step.fence.line}`,
    step,
  }));
}
