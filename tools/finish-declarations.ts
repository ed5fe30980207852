/**
 * A step of the build. It makes imports of optional peers in the declarations safe: users who have not installed a peer,
 * or who import an ESM-only one from CommonJS, get no compiler error; its types are then `any`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { packages } from './packages.ts';

/** The module in which Jest declares its matchers. It is part of Jest, so it is not a peer of its own. */
const JEST_MATCHERS = /^declare module '@jest\/expect'/gm;

for (const { folder, manifest } of packages) {
  const peers = Object.keys(manifest.peerDependencies ?? {});
  if (peers.length === 0) continue;
  const name = `(?:${peers.join('|')})(?:/[\\w/-]+)?`;
  const files = readdirSync(`${folder}/dist`).filter((file) => /\.d\.c?ts$/.test(file));
  for (const file of files) {
    const path = `${folder}/dist/${file}`;
    const text = readFileSync(path, 'utf8')
      .replace(new RegExp(`^import '${name}';\n`, 'gm'), '')
      .replace(
        new RegExp(`^import (\\{[^}]*\\}) from '(${name})';$`, 'gm'),
        "// @ts-ignore: an optional peer\nimport type $1 from '$2';",
      )
      .replace(JEST_MATCHERS, '// @ts-ignore: Jest is optional\n$&');
    writeFileSync(path, text);
  }
}
