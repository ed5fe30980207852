import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { ServerMatcher } from '@messaging-service/emulator/host';
import { canonicalHost, hostOfAuthority, isLocalName, isLoopback } from '../access/host-names.ts';

/** Wildcard addresses, which mean all addresses of a machine. A caller cannot use them. */
const UNSPECIFIED = new Set(['0.0.0.0', '[::]']);

/** The base URL of a server, with a loopback address if it listens on all addresses. */
export function urlOf({ address, port }: AddressInfo): string {
  const host = hostOf(address);
  const reachable = UNSPECIFIED.has(host) ? (host === '[::]' ? '[::1]' : '127.0.0.1') : host;
  return `http://${reachable}:${port}`;
}

/**
 * Creates a function that returns whether a host is an address that a server listens on, in addition to those of the
 * loopback interface.
 */
export function isListenedOn({ address }: AddressInfo): (host: string) => boolean {
  const own = hostOf(address);
  if (!UNSPECIFIED.has(own)) return (host) => host === own;
  return (host) => UNSPECIFIED.has(host) || isInterface(host);
}

/**
 * Creates a function that returns whether a URL is the address of a server, in any spelling. A name that only resolves
 * to it is not recognized here, but by the server.
 *
 * @param address - The address that the server listens on.
 * @param names - The host names of the server.
 */
export function leadsTo(address: AddressInfo, names: ReadonlySet<string>): ServerMatcher {
  const own = hostOf(address.address);
  const isOwnAddress = isListenedOn(address);
  return (url) => {
    if (portOf(url) !== address.port) return false;
    const host = canonicalHost(url);
    if (names.has(host) || isOwnAddress(host)) return true;
    if (UNSPECIFIED.has(own)) return isLoopback(host);
    // Connecting to the unspecified address reaches the loopback interface.
    return isLoopback(own) && (isLocalName(host) || UNSPECIFIED.has(host));
  };
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function isInterface(host: string): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => hostOf(address) === host),
  );
}

/** An address of the operating system in the spelling of hosts; IPv6 without the name of its interface. */
function hostOf(address: string): string {
  const [bare = ''] = address.split('%');
  return hostOfAuthority(bare.includes(':') ? `[${bare}]` : bare) ?? bare;
}
