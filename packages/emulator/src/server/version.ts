import { existsSync, readFileSync } from 'node:fs';

/** The manifest lies above the folder of the built files, and two above that of this one. */
const PLACES = ['..', '../..'].map((up) => `${import.meta.dirname}/${up}/package.json`);

/** Reads the version of this package from its manifest. */
export function packageVersion(): string {
  const place = PLACES.find(existsSync);
  const manifest =
    place === undefined ? {} : (JSON.parse(readFileSync(place, 'utf8')) as { version?: string });
  return manifest.version ?? 'unknown';
}
