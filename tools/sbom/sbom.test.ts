import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packages } from '../packages/packages.ts';
import { filesOf } from './files.ts';
import { thirdPartyNotice } from './third-party.ts';

const library = {
  name: 'zod',
  version: '1.2.3',
  license: 'MIT',
  copyright: 'Copyright (c) 2025 Somebody',
  sha512: '0'.repeat(128),
};

describe.each(packages)('the bill of materials of $name', (one) => {
  test('and the third-party notice are current and published; npm run generate writes them', async () => {
    const files = await filesOf(one);
    for (const [file, text] of files) {
      expect(readFileSync(`${one.folder}/${file}`, 'utf8'), file).toBe(text);
      expect(one.manifest.files).toContain(file);
    }
    // Without third-party code there is no notice.
    expect(existsSync(`${one.folder}/THIRD-PARTY.md`)).toBe(files.has('THIRD-PARTY.md'));
  });
});

test.each([
  [{ license: 'GPL-3.0-only' }, 'add its text'],
  [{ name: 'left-pad' }, 'add its purpose to third-party.ts'],
])('a library with %j needs an entry first', (change, words) => {
  expect(() => thirdPartyNotice([{ ...library, ...change }])).toThrow(words);
});
