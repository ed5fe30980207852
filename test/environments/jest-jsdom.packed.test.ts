import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { packages } from '../../tools/packages/packages.ts';
import { root } from '../../tools/source-paths.ts';
import { makeEmptyFolder } from '../packages/empty-folder.ts';

const modules = `${import.meta.dirname}/node_modules`;
const isInstalled = existsSync(modules);
const title = isInstalled ? '' : ' (skipped: run npm ci --prefix test/environments)';

test.skipIf(!isInstalled)(
  `in the jsdom of Jest, what can work does, and the rest names the remedy${title}`,
  async () => {
    const folder = makeEmptyFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(`${folder}/node_modules/@messaging-service`, { recursive: true });
    for (const { name, manifest } of packages)
      symlinkSync(`${root}packages/${name}`, `${folder}/node_modules/${manifest.name}`);
    writeFileSync(`${folder}/package.json`, '{}');
    copyFileSync(`${import.meta.dirname}/jest/jsdom.case.cjs`, `${folder}/jsdom.case.cjs`);
    const jest = [`${modules}/jest/bin/jest.js`, '--rootDir', folder, '--testMatch', '**/*.case.cjs', '--ci'];
    const env = `${modules}/jest-environment-jsdom`;
    const { stderr } = await promisify(execFile)(process.execPath, [...jest, '--env', env], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1' },
    }).catch((error: Error & { stderr?: string }) => ({ stderr: `${error.message} ${error.stderr}` }));
    expect(stderr).toMatch(/Tests: +\d+ passed, \d+ total/);
  },
);
