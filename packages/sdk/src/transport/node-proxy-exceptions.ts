import { BlockList, isIP } from 'node:net';

/** Whether a host, in lower case and without brackets and dot at its end, is an exception. */
type Rule = (host: string, port: number) => boolean;

/**
 * Reads `NO_PROXY`: names and addresses that are separated by commas or white space. As with curl, a name also excludes all names
 * below it, with or without a dot before it, and addresses can have the length of a prefix. As with Node, a port, a range of
 * addresses, `*.` before a name and `*` for every host are accepted too.
 *
 * @returns The function that tells whether a URL is called without a proxy.
 */
export function readExceptions(value: string): (url: URL) => boolean {
  const rules = value
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(readRule);
  return ({ protocol, hostname, port }) => {
    const host = withoutEnds(hostname);
    const number = Number(port) || (protocol === 'https:' ? 443 : 80);
    return rules.some((rule) => rule(host, number));
  };
}

function readRule(entry: string): Rule {
  if (entry === '*') return () => true;
  // An IPv6 address with a port has brackets.
  const [, name = entry, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  const matches = readAddresses(name.replace(/^\[(.*)\]/, '$1')) ?? readName(name);
  return (host, number) => matches(host, number) && (port === undefined || Number(port) === number);
}

/** Reads an address, a range or a prefix; undefined if it is a name. */
function readAddresses(text: string): Rule | undefined {
  const [, start = '', separator, end = ''] =
    /^([\d.]+|[\da-f:.]*:[\da-f:.]*)(?:([-/])(.+))?$/.exec(text) ?? [];
  const family = isIP(start) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(start) === 0) return undefined;
  const list = new BlockList();
  try {
    if (separator === undefined) list.addAddress(start, family);
    else if (separator === '-') list.addRange(start, end, family);
    else list.addSubnet(start, /^\d+$/.test(end) ? Number(end) : Number.NaN, family);
  } catch {
    // A prefix that is too long, or the end of a range before its start: curl ignores such an entry too.
    return () => false;
  }
  return (host) => isIP(host) !== 0 && list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4');
}

function readName(text: string): Rule {
  const name = withoutEnds(text.replace(/^\*?\.+/, ''));
  // In a URL, names of other scripts are encoded.
  const ascii = URL.parse(`http://${name}`)?.hostname ?? name;
  return (host) => isIP(host) === 0 && ascii !== '' && (host === ascii || host.endsWith(`.${ascii}`));
}

/** Removes the brackets of an IPv6 address, and the dot at the end of a complete name. */
function withoutEnds(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
