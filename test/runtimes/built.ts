import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** Throws if the packages are not built from the current sources, because the suite tests what users install. */
export function assertBuilt(): void {
  const changedAt = Math.max(
    ...['contract', 'sdk', 'webhooks'].map((name) => newest(join(packages, name, 'src'))),
  );
  for (const name of ['sdk', 'webhooks'])
    for (const file of ['index.js', 'index.cjs']) {
      const path = join(packages, name, 'dist', file);
      if (!existsSync(path)) throw new Error(`packages/${name} is not built. Run npm run build.`);
      if (statSync(path).mtimeMs < changedAt)
        throw new Error(`packages/${name}/dist is older than the sources. Run npm run build.`);
    }
}

function newest(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Math.max(...files.map((file) => statSync(join(folder, file)).mtimeMs));
}
