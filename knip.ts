import type { KnipConfig } from 'knip';

const tests = '**/*.{test,test-d}.ts';

export default {
  workspaces: {
    '.': {
      entry: [
        'tools/{lint,check-*,source-resolution}.ts',
        'examples/**/*.ts',
        'benches/**/*.ts',
        `{examples,test,tools}/${tests}`,
      ],
      project: ['{tools,examples,benches,test}/**/*.ts', '*.ts'],
      // Started as commands by the programs in tools/, which knip does not read.
      ignoreDependencies: [
        '@arethetypeswrong/cli',
        'dependency-cruiser',
        'oxlint',
        'oxlint-tsgolint',
        'publint',
      ],
    },
    'packages/*': {
      entry: ['src/index.ts', `test/${tests}`],
      project: ['src/**/*.ts', 'test/**/*.ts'],
    },
    'packages/emulator': {
      entry: ['src/index.ts', 'src/adapters/{node,cli,vitest}.ts', 'bin/*.js', `test/${tests}`],
      project: ['src/**/*.ts', 'test/**/*.ts', 'bin/*.js'],
    },
  },
} satisfies KnipConfig;
