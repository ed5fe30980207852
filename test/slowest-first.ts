import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that take longest. */
const SLOWEST = [
  'test/time/applications.long.test.ts',
  'packages/emulator/test/model/service.long.test.ts',
  'examples/campaign/campaign.long.test.ts',
  'packages/emulator/test/story/programs.long.test.ts',
  'packages/server/test/state-file/crashes.long.test.ts',
  'packages/emulator/test/story/wrong-programs.long.test.ts',
  'packages/mcp/test/eight-bugs.long.test.ts',
  'test/reach/reach.long.test.ts',
];

/**
 * Starts with the files that take longest, so that no process works alone at the end. In a fresh clone, Vitest knows no
 * durations and starts with the largest files.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = SLOWEST.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index === -1 ? SLOWEST.length : index;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
