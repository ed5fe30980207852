import { readFileSync } from 'node:fs';
import { root } from '../source-paths.ts';

interface Manifest {
  readonly repository: { readonly url: string };
}

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest;

const repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** Where the repository is shown, as package.json says. Undefined while that is an address that does not exist. */
export const sourceAddress: string | undefined = new URL(repository).hostname.endsWith('.invalid')
  ? undefined
  : repository;

/** Where the site is going to be, from the variable SITE_URL. Without it the site is at the root of any host. */
export const siteAddress: URL | undefined =
  process.env.SITE_URL === undefined ? undefined : new URL(process.env.SITE_URL.replace(/\/*$/, '/'));
