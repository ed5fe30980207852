import { curlProgram } from './curl.ts';
import { nodeTestProgram } from './node-test.ts';
import { playwrightProgram } from './playwright.ts';
import type { Form, Story } from './story.ts';
import { vitestProgram } from './vitest.ts';

/** A story as a program. */
export interface StoryProgram {
  /** The name of its file. */
  readonly file: string;
  /** The command that runs it. */
  readonly run: string;
  readonly text: string;
}

interface FormOfPrograms {
  readonly write: (story: Story) => string;
  readonly file: string;
  readonly run: string;
}

const PROGRAMS: Readonly<Record<Form, FormOfPrograms>> = {
  vitest: { write: vitestProgram, file: 'story.test.ts', run: 'npx vitest run story.test.ts' },
  'node-test': { write: nodeTestProgram, file: 'story.test.ts', run: 'node --test story.test.ts' },
  playwright: { write: playwrightProgram, file: 'story.spec.ts', run: 'npx playwright test story.spec.ts' },
  curl: { write: curlProgram, file: 'story.sh', run: 'sh story.sh' },
};

/** The forms of programs, the most common first. */
export const FORMS = Object.keys(PROGRAMS) as [Form, ...Form[]];

/** Writes a story as a program. The same story gives the same program. */
export function programOf(story: Story, form: Form): StoryProgram {
  const { write, file, run } = PROGRAMS[form];
  return { file, run, text: write(story) };
}
