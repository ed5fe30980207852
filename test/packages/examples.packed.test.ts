/**
 * Every example works when it is copied out: copied into an empty folder, with the packed packages and its own dependencies
 * installed, its tests, its type check and its build pass. `npx vitest run --project packed examples` runs these tests, and
 * `npx vitest run --project packed examples -t jest` only those of an example. They need `npm run build`.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, inject, test } from 'vitest';
import { CHROMIUM } from '../../tools/chromium.ts';
import { Shell } from '../documents/shell.ts';
import { makeEmptyFolder } from './empty-folder.ts';
import { copyExample, readExamples } from './examples.ts';
import { userEnvironment } from './user-environment.ts';

const isOnline = spawnSync('npm', ['view', 'zod', 'version'], { stdio: 'ignore' }).status === 0;
if (!isOnline) process.stderr.write('The npm registry cannot be reached, so no example can be installed.\n');

const ENVIRONMENT = {
  CHROMIUM_PATH: CHROMIUM,
  NEXT_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
};

describe.skipIf(!isOnline).concurrent('an example that is copied out', () => {
  const temporary = makeEmptyFolder();

  afterAll(() => rmSync(temporary, { recursive: true, force: true }));

  test.for(readExamples())('$name', async ({ name, scripts, missing }, { skip }) => {
    if (missing !== undefined) skip(missing);
    const folder = join(temporary, name);
    copyExample(name, folder, inject('packed'));
    const shell = new Shell(folder, { ...userEnvironment(), ...ENVIRONMENT });
    try {
      await shell.run('npm install --prefer-offline --no-audit --no-fund');
      for (const script of ['test', 'typecheck', 'build'])
        if (script in scripts) await shell.run(`npm run ${script} </dev/null`);
    } finally {
      shell.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
