import { Rejection } from '../domain/rejection.ts';

/** The headers by which a browser says where a request comes from and what it believes to be talking to. */
export interface Provenance {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Refuses calls that a web page elsewhere could have made: one whose `Origin` is not local, and one whose `Host` is a
 * name that merely resolves to this machine (DNS rebinding). Without this, any page a developer visits could drive
 * the emulator.
 *
 * @param provenance - The two headers.
 * @param allowedHosts - Host names that count as local, too.
 */
export function requireLocal({ host, origin }: Provenance, allowedHosts: readonly string[]): void {
  if (host === undefined || !isLocal(hostName(`http://${host}`), allowedHosts)) {
    throw new Rejection(
      'forbidden',
      `The control API answers local callers; the Host ${JSON.stringify(host ?? '')} is not local.`,
    );
  }
  if (origin !== undefined && !isLocal(hostName(origin), allowedHosts)) {
    throw new Rejection(
      'forbidden',
      `The control API answers local pages; the Origin ${JSON.stringify(origin)} is not local.`,
    );
  }
}

function isLocal(name: string | undefined, allowedHosts: readonly string[]): boolean {
  if (name === undefined) return false;
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]') return true;
  return /^127(?:\.\d{1,3}){3}$/.test(name) || allowedHosts.some((allowed) => allowed.toLowerCase() === name);
}

function hostName(url: string): string | undefined {
  return URL.parse(url)?.hostname;
}
