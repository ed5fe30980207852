import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../tools/run.ts';
import { expectOutput } from '../documents/output.ts';
import type { Step } from '../documents/plan.ts';
import { Shell } from '../documents/shell.ts';
import { mustSucceed } from './outcomes.ts';
import { userEnvironment } from './user-environment.ts';

/** The oldest Node that runs the examples of the documents, and the Node of this repository. */
export const NODES = ['22.18.0', '24.21.0'] as const;

/** The oldest Node that installs a clone of the repository, which brings its own. */
export const OLDEST_NODE_OF_CLONE = '20.20.2';

const NPM = '11.19.1';

const toolsOf = (parent: string) => join(parent, 'tools');
const binOf = (parent: string, node: string) => join(toolsOf(parent), `bin-${node}`);

/** Installs npm and each Node below a folder. */
export async function installNodes(parent: string): Promise<void> {
  const tools = toolsOf(parent);
  mkdirSync(tools);
  writeFileSync(join(tools, 'package.json'), '{ "private": true }\n');
  const versions = [...NODES, OLDEST_NODE_OF_CLONE];
  const nodes = versions.map((node) => `node-${node}@npm:node-${process.platform}-${process.arch}@${node}`);
  const install = [
    'npm',
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ] as const;
  await mustSucceed(run([...install, `npm@${NPM}`, ...nodes], tools));
  const modules = join(tools, 'node_modules');
  for (const node of versions) {
    const bin = binOf(parent, node);
    mkdirSync(bin);
    symlinkSync(join(modules, `node-${node}`, 'bin', 'node'), join(bin, 'node'));
    for (const command of ['npm', 'npx'])
      symlinkSync(join(modules, 'npm', 'bin', `${command}-cli.js`), join(bin, command));
  }
}

/** Someone who pastes the blocks of a document in a terminal, and saves its files, in an empty folder. */
export class Newcomer {
  readonly #folder: string;
  readonly #shell: Shell;

  /**
   * @param parent - The folder of {@link installNodes}, in which the empty folder is made.
   * @param node - The version of Node.
   */
  constructor(parent: string, node: string) {
    this.#folder = mkdtempSync(join(parent, 'newcomer-'));
    this.#shell = new Shell(this.#folder, {
      ...userEnvironment(binOf(parent, node)),
      // Only for speed.
      npm_config_prefer_offline: 'true',
    });
  }

  /** Pastes commands, and returns their output. */
  paste(commands: string): Promise<string> {
    return this.#shell.run(commands);
  }

  /** Follows one step, and compares the output with that in the document. */
  async take({ kind, fence, output }: Step): Promise<void> {
    if (kind === 'server') {
      await this.#shell.serve(fence.text);
      return;
    }
    const name = fence.name ?? '';
    if (fence.language !== 'sh') writeFileSync(join(this.#folder, name), fence.text);
    if (kind === 'file') return;
    const commands =
      kind === 'module' ? `node ${name}` : kind === 'tests' ? `npx vitest run ${name}` : fence.text;
    const printed = await this.paste(commands);
    if (output !== undefined) expectOutput(printed, output);
  }

  /** Closes the terminal, and stops what still runs in it. */
  close(): void {
    this.#shell.close();
  }
}
