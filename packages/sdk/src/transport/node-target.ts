/** The destination of a request, in the form that `node:http` requires. */
interface Target {
  readonly isSecure: boolean;
  /** The value of the header field `host`. */
  readonly authority: string;
  readonly host: string;
  readonly port: string | number;
}

/** A target, and the path and query there. */
export interface Address {
  readonly target: Target;
  readonly path: string;
}

/** Characters that a URL parser would change. */
const NEEDS_PARSING = /[^\x21-\x7e]|[\\#"<>]|\/\./;

/** Creates a function that splits URLs. It remembers the last origin, because a client has only one. */
export function createReadAddress(): (url: string) => Address {
  let origin = '';
  let target: Target | undefined;
  return (url) => {
    if (target !== undefined && url.startsWith(origin) && url[origin.length] === '/') {
      const path = url.slice(origin.length);
      if (!NEEDS_PARSING.test(path)) return { target, path };
    }
    const parsed = new URL(url);
    ({ origin } = parsed);
    target = readTarget(parsed);
    return { target, path: parsed.pathname + parsed.search };
  };
}

function readTarget({ protocol, host, hostname, port }: URL): Target {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new TypeError(`Protocol "${protocol}" not supported`);
  const isSecure = protocol === 'https:';
  return {
    isSecure,
    authority: host,
    // Only URLs put brackets around IPv6 addresses.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
  };
}
