/** The usual names of this machine, with a port that every URL accepts: these need no `URL` to be read. */
const USUAL = /^(localhost|127\.0\.0\.1|\[::1\])(?::[1-5]?\d{1,4})?$/;

/**
 * The host of an authority such as `LOCALHOST:4010`, in one spelling: lower case, no port, no final dot, IPv4 in four
 * decimal parts, IPv6 in brackets, and an IPv4 address that is mapped into IPv6 as IPv4. Undefined when it is not valid.
 */
export function hostOfAuthority(authority: string): string | undefined {
  // Most callers use one of these, and a URL for each call costs as much as everything else that is decided about it.
  const [, usual] = USUAL.exec(authority) ?? [];
  if (usual !== undefined) return usual;
  // The URL parser would also accept a path or a user name here.
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(authority)) return undefined;
  const url = URL.parse(`http://${authority}`);
  return url === null ? undefined : canonicalHost(url);
}

/** The host of a URL in the spelling of {@link hostOfAuthority}. */
export function canonicalHost({ hostname }: URL): string {
  const mapped = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(hostname);
  if (mapped === null) return hostname.replace(/\.$/, '');
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether a host in one spelling means this machine and no other. */
export function isLoopback(host: string): boolean {
  return isLocalName(host) || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Whether a host is `localhost` or below it. RFC 6761, 6.3. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

/**
 * Reads a host name that a user allows.
 *
 * @param text - The name.
 * @param option - Where it comes from, for the error message.
 * @throws {TypeError} when it is not a host name.
 */
export function parseAllowedHost(text: string, option: string): string {
  const authority = /^[^[].*:.*:/.test(text) ? `[${text}]` : text;
  const host = hostOfAuthority(authority);
  if (host !== undefined && host !== '' && !/:\d*$/.test(authority.replace(/^\[.*\]/, ''))) return host;
  const likely = URL.parse(text.includes('://') ? text : `http://${text}`)?.hostname ?? '';
  const hint = hostOfAuthority(likely) === undefined || likely === '' ? 'emulator' : likely;
  throw new TypeError(
    `${option} must be a host name without scheme, port, path or wildcard, such as ${JSON.stringify(hint)}; got ${JSON.stringify(text)}.`,
  );
}

/** An origin without characters that have a special meaning in a shell or a log. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Whether a text is an origin that can be allowed; `null` is not, because any sandboxed frame has it. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text);
}

/**
 * Reads an origin that a user allows, and spells it as browsers do.
 *
 * @param text - The origin.
 * @param option - Where it comes from, for the error message.
 * @throws {TypeError} when it is not an origin.
 */
export function parseAllowedOrigin(text: string, option: string): string {
  const bare = text.endsWith('/') ? text.slice(0, -1) : text;
  if (!isOrigin(bare)) {
    throw new TypeError(
      `${option} must be an origin, that is scheme, host and port, such as "http://localhost:3000"; got ${JSON.stringify(text)}. ${explain(text)}`.trim(),
    );
  }
  const { origin } = new URL(bare);
  // Browsers write the origins of other schemes, such as those of extensions, without changes.
  return origin === 'null' ? bare.toLowerCase() : origin;
}

function explain(text: string): string {
  if (text === '*') return 'List each origin, because "*" would let every web page call the server.';
  if (text === 'null')
    return 'Every sandboxed frame and every local file has the origin "null", so it cannot be allowed.';
  const url = URL.parse(text);
  if (url !== null && url.origin !== 'null') return `Did you mean ${JSON.stringify(url.origin)}?`;
  return URL.canParse(`http://${text}`) && !text.includes('/') ? `Did you mean "http://${text}"?` : '';
}
