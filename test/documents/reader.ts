import { readFileSync } from 'node:fs';
import type { Emulator } from '@messaging-service/emulator';
import { expect, vi } from 'vitest';
import { root } from '../../tools/source-paths.ts';
import type { Document, Fence } from './document.ts';
import { installProblem } from './install-commands.ts';
import { observations } from './observations.ts';
import { expectOutput } from './output.ts';
import type { Step } from './plan.ts';
import { runModule } from './run-module.ts';
import { environmentOfSources, type Served, Shell } from './shell.ts';
import { saveFiles } from './snippet-folder.ts';

/** Follows the instructions of a document, and compares the results with those in the document. */
export class Reader {
  readonly #area: string;
  readonly #document: Document;
  readonly #emulator: Emulator;
  readonly #folder: string;
  readonly #serving: { readonly served: Served; readonly output: Fence }[] = [];
  #shell: Shell | undefined;

  /**
   * @param area - The folder for the files of all documents.
   * @param document - The document.
   * @param emulator - The service of the environment variables.
   */
  constructor(area: string, document: Document, emulator: Emulator) {
    this.#area = area;
    this.#document = document;
    this.#emulator = emulator;
    this.#folder = saveFiles(area, document, 'all');
  }

  /** Runs one step. Examples that are tests run in example-tests.test.ts. */
  async take(step: Step): Promise<void> {
    const { kind, fence, output } = step;
    if (kind === 'module') await this.#runModule(step);
    if (kind === 'excerpt') expect(readFileSync(`${root}${fence.name}`, 'utf8')).toContain(fence.text);
    if (kind === 'file') expect(this.#isUsed(fence), `nothing uses ${fence.name}`).toBe(true);
    // Readers do not see the words after the backticks.
    if (fence.language === 'ts' && this.#isUsed(fence)) expect(fence.text).toMatch(`// ${fence.name}\n`);
    if (kind === 'install')
      for (const line of fence.text.trimEnd().split('\n')) expect(installProblem(line), line).toBe(undefined);
    if (kind === 'commands') {
      const printed = await this.#openShell().run(fence.text);
      if (output !== undefined) expectOutput(printed, output);
    }
    if (kind === 'server') {
      const served = await this.#openShell().serve(fence.text.trim());
      if (output !== undefined) this.#serving.push({ served, output });
    }
  }

  /** Checks the output of long-running commands at the end. */
  async finish(): Promise<void> {
    for (const { served, output } of this.#serving)
      await vi.waitFor(() => expectOutput(served.printed, output), { timeout: 50_000 });
  }

  /** Closes the terminals. */
  close(): void {
    this.#shell?.close();
  }

  async #runModule({ fence, output }: Step): Promise<void> {
    const { path } = this.#document;
    const done = await runModule(`${saveFiles(this.#area, this.#document, `${fence.line}`)}${fence.name}`);
    if (output === undefined) expect(done.printed).toBe('');
    else expectOutput(done.printed, output);
    const { [`${path}#${fence.name}`]: observe } = observations;
    await observe?.({ ...done, emulator: this.#emulator });
    const isObserved = output !== undefined || observe !== undefined || this.#isUsed(fence);
    expect(isObserved, `nothing observes what ${fence.name} does`).toBe(true);
  }

  #isUsed({ name = '' }: Fence): boolean {
    return this.#document.fences.some(({ text, name: other }) => other !== name && text.includes(name));
  }

  /** One terminal for the document, because blocks of commands share its state. */
  #openShell(): Shell {
    this.#shell ??= new Shell(this.#folder, environmentOfSources(this.#folder));
    return this.#shell;
  }
}
