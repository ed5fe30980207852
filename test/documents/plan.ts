import { type Document, type Fence, isExcerpt } from './document.ts';

/**
 * The treatment of a fence.
 *
 * `module`: saved and run. `tests`: saved and run as tests. `file`: saved for later fences. `commands`: run in the shell of
 * the document. `server`: a long-running command, started before later fences. `install`: only the form is checked,
 * because it needs the registry. `excerpt`: a part of a file of the repository that has tests.
 */
export interface Step {
  readonly kind: 'module' | 'tests' | 'file' | 'commands' | 'server' | 'install' | 'excerpt';
  readonly fence: Fence;
  /** The output in the document, if any. */
  readonly output: Fence | undefined;
}

/** Whether a fence shows settings of an editor, which only the tests of the tools for agents can read. Its name is their member. */
const isSettings = ({ language, name = '.' }: Fence) => /^(json|toml)$/.test(language) && /^\w+$/.test(name);

const COMMANDS: Readonly<Record<string, Step['kind']>> = {
  run: 'commands',
  serve: 'server',
  install: 'install',
};

/**
 * Determines the treatment of each fence of a document.
 *
 * @throws {Error} for a fence without a treatment, because every example must be tested.
 */
export function planSteps({ path, fences }: Document): Step[] {
  const steps: Step[] = [];
  for (const fence of fences.filter((one) => !isSettings(one))) {
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
    else throw new Error(`${path}:${fence.line} is an output without an example`);
    if (kind === 'module' && /^(?:test|it|describe)\(/m.test(fence.text))
      throw new Error(`${path}:${fence.line} has tests, so its name must end in .test.ts`);
  }
  return steps;

  /** The test runs it in a terminal, as readers do, or the fixtures of Playwright start it. */
  function isRunByCommand(file: string): boolean {
    const commands = fences
      .filter(({ language }) => language === 'sh')
      .flatMap(({ text }) => text.split('\n'));
    const isStarted = fences.some(({ text }) => text.includes(`command: 'node ${file}'`));
    return (
      isStarted || commands.some((line) => /\b(?:node|playwright)\b/.test(line) && line.includes(` ${file}`))
    );
  }

  function kindOf({ language, name, line }: Fence): Step['kind'] | 'output' {
    if (isExcerpt({ language, name })) return 'excerpt';
    if (language === 'ts' && name?.endsWith('.test.ts')) return 'tests';
    if (language === 'ts' && name !== undefined && /\.m?ts$/.test(name))
      return isRunByCommand(name) ? 'file' : 'module';
    if (language === 'json' && name?.endsWith('.json')) return 'file';
    if ((language === 'json' || language === 'text') && name === undefined) return 'output';
    const commands = language === 'sh' && name !== undefined ? COMMANDS[name] : undefined;
    if (commands !== undefined) return commands;
    throw new Error(`${path}:${line}: there is no test for a fence of "${language} ${name ?? ''}"`);
  }
}
