import type { KnipConfig } from 'knip';

const tests = '**/*.{test,test-d}.ts';

export default {
  workspaces: {
    '.': {
      entry: [
        'tools/{knip,lint,check-*,api-reports,finish-declarations,source-resolution}.ts',
        'tools/{mutation/{run,vitest.config},sbom/write}.ts',
        // Vitest and the replacements of modules name them.
        'tools/mutation/{setup,test-runner,few-runs,lazy-per-test}.ts',
        'tools/consumer/*.ts',
        'examples/**/*.ts',
        '!examples/{cloudflare-worker,nestjs,sveltekit}/**',
        '{benches,runtimes}/**/*.ts',
        '!runtimes/next/.application/**',
        `{examples,test,tools}/${tests}`,
      ],
      project: ['{tools,examples,benches,runtimes,test}/**/*.ts', '*.ts', '!runtimes/next/.application/**'],
      // They use frameworks that only their own manifests have.
      ignore: ['examples/{cloudflare-worker,nestjs,sveltekit}/**'],
      // Started as commands by the programs in tools/, which knip does not read.
      ignoreDependencies: [
        '@arethetypeswrong/cli',
        'dependency-cruiser',
        'oxlint',
        'oxlint-tsgolint',
        'postject',
        'publint',
        // Have folders and lockfiles of their own.
        'emulate',
        'fastify',
        'ky',
        'undici',
        'uuid',
      ],
      ignoreBinaries: ['buildah', 'redis-server'],
    },
    'packages/*': {
      entry: ['src/index.ts', `test/${tests}`],
      project: ['src/**/*.ts', 'test/**/*.ts'],
      // Tests may use every package of the workspace, and find it by the paths of tsconfig.json.
      ignoreDependencies: [/^@messaging-service\//],
    },
    'packages/sdk': {
      entry: [
        'src/{index,phone,testing}.ts',
        'src/transport/{node,ky}.ts',
        'src/schemas/zod-subset.ts',
        `test/${tests}`,
      ],
      project: ['src/**/*.ts', 'test/**/*.ts'],
      ignoreDependencies: [/^@messaging-service\//],
      ignoreBinaries: ['openssl'],
    },
    'packages/webhooks': {
      entry: [
        'src/index.ts',
        'src/dedupe/redis.ts',
        'src/adapters/node.ts',
        'src/cli/main.ts',
        'bin/*.js',
        `test/${tests}`,
      ],
      project: ['src/**/*.ts', 'test/**/*.ts', 'bin/*.js'],
      ignoreDependencies: [/^@messaging-service\//],
      ignoreBinaries: ['redis-server'],
    },
    'packages/inspector': {
      entry: ['src/main.tsx', 'index.html', `test/**/*.test.ts`],
      project: ['src/**/*.{ts,tsx}', 'test/**/*.ts'],
      // Run inside the page by the tests, as text.
      ignoreDependencies: [/^@messaging-service\//, 'axe-core'],
    },
    'packages/emulator': {
      entry: [
        'src/index.ts',
        'src/follow-clock/follow-clock.ts',
        'src/server/node.ts',
        'src/cli/main.ts',
        'src/client/client.ts',
        'src/test-runners/{matchers,playwright,vitest}.ts',
        'bin/*.js',
        `test/${tests}`,
      ],
      project: ['src/**/*.ts', 'test/**/*.ts', 'bin/*.js'],
      ignoreDependencies: [/^@messaging-service\//, '@playwright/test', 'vitest'],
    },
    'packages/conformance': {
      entry: ['src/index.ts', 'src/cli/main.ts', 'bin/*.js', `test/${tests}`],
      project: ['src/**/*.ts', 'test/**/*.ts', 'bin/*.js'],
      ignoreDependencies: [/^@messaging-service\//],
    },
  },
} satisfies KnipConfig;
