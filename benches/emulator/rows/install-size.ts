/**
 * The disk space of an installed emulator: the packed package and all its dependencies, which are resolved as Node does.
 * Needs `npm run build`.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dependenciesOf, manifestOf, packedBytes } from '../../measure/installed-size.ts';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';

const AIM_MB = 2;
const EMULATOR = fileURLToPath(new URL('../../../packages/emulator/', import.meta.url));

const work = 'install of the emulator, MSW an optional peer';
const aim = `≤ ${AIM_MB} MB`;
if (!existsSync(join(EMULATOR, 'dist/cli.js'))) {
  report([{ work, aim, measured: 'skipped: `npm run build` first' }]);
} else {
  const { code, maps } = packedBytes(EMULATOR);
  const own = code + maps;
  const others = [...dependenciesOf(EMULATOR)].map(([folder, bytes]) => [basename(folder), bytes] as const);
  const total = others.reduce((sum, [, bytes]) => sum + bytes, own) / 1e6;
  const optional = manifestOf(EMULATOR).peerDependenciesMeta?.msw?.optional === true;
  const parts = [['itself', own] as const, ...others].map(
    ([name, bytes]) => `${name} ${digits(bytes / 1e6)}`,
  );
  report([
    { work, aim, measured: `${digits(total)} MB: ${parts.join(', ')}`, met: total <= AIM_MB && optional },
  ]);
}
