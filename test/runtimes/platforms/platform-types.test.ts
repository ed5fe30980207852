import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { x } from 'tinyexec';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertBuilt } from '../built.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const isInstalled = existsSync(`${folder}node_modules/@types/aws-lambda`);
if (!isInstalled)
  process.stderr.write(
    'The types of platforms are not tested: not installed: npm ci --omit=peer --prefix test/runtimes/platforms\n',
  );

interface Platform {
  readonly program: string;
  /** The types that programs of the platform have. Default: those of Node. */
  readonly types?: string;
  /** The declarations of the platform have errors of their own, without packages that a program does not need. */
  readonly isBroken?: true;
}

const platforms: readonly Platform[] = [
  { program: 'aws-lambda' },
  { program: 'azure-functions' },
  { program: 'cloudflare-workers', types: '@cloudflare/workers-types' },
  { program: 'express' },
  { program: 'express-4' },
  { program: 'fastify' },
  { program: 'hono' },
  { program: 'koa' },
  { program: 'node' },
  { program: 'svelte-kit', isBroken: true },
  { program: 'web' },
];

/** Compiles a program against the built package and the types of its platform, and returns the errors. */
async function compile({ program, types = 'node', isBroken }: Platform, settings: string): Promise<string> {
  const options = `--ignoreConfig --noEmit --strict --target es2024 --module nodenext --allowImportingTsExtensions
    --types ${types} --skipLibCheck ${isBroken === true} ${settings}`;
  const { stdout } = await x('npx', ['tsc', ...options.trim().split(/\s+/), `programs/${program}.ts`], {
    nodeOptions: { cwd: folder },
  });
  return stdout;
}

describe.skipIf(!isInstalled)(
  'handlers of webhooks have the types that the platform declares (WHK-2)',
  () => {
    beforeAll(assertBuilt);

    test.for(platforms)('$program', async (platform) => {
      expect(await compile(platform, '--lib es2024')).toBe('');
    });

    test.for(platforms)('$program, with exactOptionalPropertyTypes', async (platform) => {
      expect(await compile(platform, '--lib es2024 --exactOptionalPropertyTypes')).toBe('');
    });

    test.for(platforms.filter(({ types }) => types === undefined))(
      '$program, with the types of browsers',
      async (platform) => {
        expect(await compile(platform, '--lib es2024,dom,dom.iterable')).toBe('');
      },
    );
  },
);
