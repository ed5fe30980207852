/** Size of an installed client: the package as npm packs it, and every package that it depends on. */
import { fileURLToPath } from 'node:url';
import { dependenciesOf, folderBytes, folderOf, packedBytes } from '../../measure/installed-size.ts';
import { report } from '../../measure/report.ts';
import { digits } from '../../measure/statistics.ts';
import { PEERS, SDK_FOLDER } from '../clients.ts';

const AIM_MB = 1;
const AIM_PACKAGES = 1;
const PEERS_FOLDER = fileURLToPath(new URL('../peers/', import.meta.url));

function installed(folder: string, ownBytes: number): { mb: number; packages: number } {
  const others = dependenciesOf(folder);
  const bytes = [...others.values()].reduce((sum, some) => sum + some, ownBytes);
  return { mb: bytes / 1e6, packages: others.size + 1 };
}

const { code, maps } = packedBytes(SDK_FOLDER);
const ours = installed(SDK_FOLDER, code);
const others = PEERS.map((name) => {
  const folder = folderOf(name, PEERS_FOLDER);
  const { mb, packages } = installed(folder, folderBytes(folder));
  return `${name} ${digits(mb)} / ${packages}`;
});
report([
  {
    work: 'install, MB without source maps / packages',
    aim: `≤ ${AIM_MB} / ${AIM_PACKAGES}`,
    measured: `${digits(ours.mb)} / ${ours.packages} (source maps ${digits(maps / 1e6)}); ${others.join(', ')}`,
    met: ours.mb <= AIM_MB && ours.packages <= AIM_PACKAGES,
  },
]);
