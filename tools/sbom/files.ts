import type { Package } from '../packages/packages.ts';
import { billOf } from './bill.ts';
import { compiledInto } from './compiled-in.ts';
import { thirdPartyNotice } from './third-party.ts';

/** The files of a package that list its components, by name. Without third-party code there is no notice. */
export async function filesOf(one: Package): Promise<ReadonlyMap<string, string>> {
  const libraries = await compiledInto(one);
  const files = new Map([['sbom.cdx.json', billOf(one, libraries)]]);
  if (libraries.length > 0) files.set('THIRD-PARTY.md', thirdPartyNotice(libraries));
  return files;
}
