import type { NotAService } from './not-a-service.ts';

/** A reason and a next step, for errors whose code or message matches. */
type Row = readonly [pattern: RegExp, reason: (host: string) => string, nextStep: (url: URL) => string];

const checkAddress = () => 'Check --base-url: the host, and the port.';
const PROXY = 'Sign in to the proxy, or set NO_PROXY for this host.';
const trust = () =>
  'If you trust it, save the certificate of its issuer and set NODE_EXTRA_CA_CERTS=<file>. Node does not read the store of the system.';

/** What errors of Node and of its `fetch` mean, most specific first. */
const ROWS: readonly Row[] = [
  [
    /Proxy response \(\d+\)|proxy authentication/i,
    (host) => `a proxy refuses the connection to ${host}`,
    () => PROXY,
  ],
  [
    /ENOTFOUND/,
    (host) => `the host ${host} does not exist (DNS)`,
    () => 'Check the spelling of the host in --base-url, and your VPN.',
  ],
  [/EAI_AGAIN/, (host) => `the DNS server did not find ${host}`, () => 'Check your network, then try again.'],
  [
    /ECONNREFUSED/,
    (host) => `nothing listens on ${host}`,
    () => 'Start the service, or check the port in --base-url.',
  ],
  [
    /CERT_HAS_EXPIRED/,
    (host) => `the TLS certificate of ${host} has expired`,
    () => 'Ask the provider to renew it, and check the clock of this machine.',
  ],
  [
    /CERT_NOT_YET_VALID/,
    (host) => `the TLS certificate of ${host} is not valid yet`,
    () => 'Check the clock of this machine.',
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    (host) => `the TLS certificate of ${host} is for another host`,
    () => 'Use the name that is in the certificate in --base-url.',
  ],
  [/SELF_SIGNED/, (host) => `the TLS certificate of ${host} is self-signed, so it is not trusted`, trust],
  [
    /UNABLE_TO_(?:VERIFY|GET)|CERT_UNTRUSTED/,
    (host) => `the issuer of the TLS certificate of ${host} is not trusted`,
    trust,
  ],
  [
    /NO_APPLICATION_PROTOCOL/i,
    (host) => `${host} speaks only HTTP/2, as gRPC servers do`,
    () => 'Use the address of the HTTP API, which speaks HTTP/1.1.',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|UNEXPECTED_MESSAGE/i,
    (host) => `${host} does not speak TLS`,
    ({ host }) => `Try --base-url http://${host}.`,
  ],
  [
    /SSL|TLS|CERT|EPROTO/,
    (host) => `the TLS connection to ${host} failed`,
    () => 'Check --base-url, and the certificate of the service.',
  ],
  [
    /HPE_|Parse Error|HTTPParserError/i,
    (host) => `${host} does not speak HTTP/1.1; it may be HTTP/2, gRPC or another protocol`,
    () => 'Use the address of the HTTP API.',
  ],
  [
    /ETIMEDOUT|TIMEOUT|Timeout|timed out/,
    (host) => `${host} does not respond in time`,
    () => 'Check the port in --base-url, your VPN and the firewall, then try again.',
  ],
  [
    /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN/,
    (host) => `there is no route to ${host}`,
    () => 'Check your network and your VPN.',
  ],
  [
    /ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|socket hang up/,
    (host) => `${host} closes the connection without a response`,
    ({ protocol }) =>
      protocol === 'http:'
        ? 'If the port speaks TLS, write https:// in --base-url. If it speaks only HTTP/2 or gRPC, use the address of the HTTP API.'
        : 'Check --base-url. A firewall or a proxy may close the connection.',
  ],
  [/bad port/, (host) => `requests to ${host} are blocked, because the port is reserved`, checkAddress],
];

/** Explains an error of the network: its causes have the code. */
export function explainNoResponse(error: unknown, baseUrl: string): NotAService {
  const url = new URL(baseUrl);
  const host = url.port === '' ? url.hostname : url.host;
  const facts = causesOf(error).map(({ name, code, message }) => `${code ?? ''} ${name} ${message}`);
  // The innermost cause knows most.
  const text = facts.toReversed().join('\n');
  const row = ROWS.find(([pattern]) => pattern.test(text));
  if (row === undefined) {
    const last = causesOf(error).at(-1);
    const why = last?.message || last?.code;
    // `fetch` reports a 407, and nothing else that a server can cause, as an error without a text.
    if (!why) return { reason: 'a proxy seems to ask for a user name and a password (407)', nextStep: PROXY };
    return { reason: `${host} cannot be reached: ${why}`, nextStep: checkAddress() };
  }
  const [, reason, nextStep] = row;
  return { reason: reason(host), nextStep: nextStep(url) };
}

/** An error and its causes. Several attempts, one for each address of a host, are one error with several. */
function causesOf(error: unknown): NodeJS.ErrnoException[] {
  const chain: NodeJS.ErrnoException[] = [];
  const add = (one: unknown) => {
    if (!(one instanceof Error) || chain.includes(one)) return;
    chain.push(one);
    if (one instanceof AggregateError) one.errors.forEach(add);
    add(one.cause);
  };
  add(error);
  return chain;
}
