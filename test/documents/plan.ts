import { type Document, type Fence, isExcerpt } from './document.ts';

/**
 * What is done with a fence.
 *
 * `module`: saved as the file it names and run. `tests`: a file of tests, run as such. `file`: saved for what comes after.
 * `commands`: run in a shell, the same for all of a document. `server`: a command that goes on running, started before
 * what comes after it. `install`: needs the registry, so only its form is checked. `excerpt`: a part of a file of the
 * repository, which tests of its own run.
 */
export interface Step {
  readonly kind: 'module' | 'tests' | 'file' | 'commands' | 'server' | 'install' | 'excerpt';
  readonly fence: Fence;
  /** What it prints, where the document shows that. */
  readonly output: Fence | undefined;
}

const COMMANDS: Readonly<Record<string, Step['kind']>> = {
  run: 'commands',
  serve: 'server',
  install: 'install',
};

/**
 * Says what is done with each fence of a document.
 *
 * @throws When there is one that nothing would be done with: an example that nobody runs is one that nobody knows to be
 * right.
 */
export function planSteps({ path, fences }: Document): Step[] {
  const steps: Step[] = [];
  for (const fence of fences) {
    const kind = kindOf(fence);
    const before = steps.at(-1);
    if (kind !== 'output') steps.push({ kind, fence, output: undefined });
    else if (
      before !== undefined &&
      before.output === undefined &&
      before.kind !== 'file' &&
      before.kind !== 'excerpt'
    )
      steps[steps.length - 1] = { ...before, output: fence };
    else throw new Error(`${path}:${fence.line} is an output, but of nothing`);
    if (kind === 'module' && /^(?:test|it|describe)\(/m.test(fence.text))
      throw new Error(`${path}:${fence.line} has tests, so its name must end in .test.ts`);
  }
  return steps;

  /** A reader runs it in a terminal, and so does the test. */
  function isRunByCommand(file: string): boolean {
    return fences.some(({ language, text }) => language === 'sh' && text.includes(`node ${file}`));
  }

  function kindOf({ language, name, line }: Fence): Step['kind'] | 'output' {
    if (language === 'ts' && name?.endsWith('.test.ts')) return 'tests';
    if (language === 'ts' && name?.endsWith('.ts')) return isRunByCommand(name) ? 'file' : 'module';
    if (language === 'json' && name?.endsWith('.json')) return 'file';
    if ((language === 'json' || language === 'text') && name === undefined) return 'output';
    if (isExcerpt({ language, name })) return 'excerpt';
    const commands = language === 'sh' && name !== undefined ? COMMANDS[name] : undefined;
    if (commands !== undefined) return commands;
    throw new Error(`${path}:${line}: nothing runs a fence of "${language} ${name ?? ''}"`);
  }
}
