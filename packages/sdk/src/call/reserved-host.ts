/** Domains that are reserved for tests and examples (RFC 2606, RFC 6761): host names in them do not resolve. */
const RESERVED = /(^|\.)(test|example|invalid|localhost)\.?$/;

/** How runtimes report that a host name has no address. Bun does not distinguish it from a refused connection. */
const UNRESOLVED = /ENOTFOUND|EAI_|getaddrinfo|dns error|Unable to connect|typo in the url/;

/**
 * Explains a failure to resolve the name of an emulator that is not a server, because the name is reserved.
 *
 * @param baseUrl - The client's base URL.
 * @param reason - Why the request failed, in the words of the runtime.
 * @returns A sentence with a space before it, or an empty text when the failure has another cause.
 */
export function explainReservedHost(baseUrl: string, reason: string): string {
  const { hostname } = new URL(baseUrl);
  if (!RESERVED.test(hostname) || !UNRESOLVED.test(reason) || reason.startsWith('the proxy ')) return '';
  return ` (The host name ${hostname} is reserved for tests. To reach an emulator, pass its emulator.fetch as the option fetch, use its MSW handlers, or set baseUrl to the URL of a running emulator.)`;
}
