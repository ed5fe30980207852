import type { Cause } from './cause.ts';

/** How an attempt at a webhook ended. */
export interface WebhookResult {
  /** Status of the response; null when there was none. */
  readonly status: number | null;
  /** Why there was no response, such as `ECONNREFUSED`; null when there was one. */
  readonly error: string | null;
}

/** The cause of each kind of failure of a webhook, and what to do about it. A receiver accepts with status 200 only. See WHK-2. */
export const WEBHOOK_FAILURES = {
  'connection-refused': {
    cause: 'Nothing listens at the address of the URL.',
    remedy: 'Start the application, or correct host and port of the URL.',
  },
  'unknown-host': {
    cause: 'The host name of the URL cannot be found.',
    remedy: 'Correct the host name, or add it to the DNS or the hosts file of this machine.',
  },
  'blocked-port': {
    cause: 'The port of the URL is one that fetch does not connect to, because another protocol uses it.',
    remedy: 'Use another port.',
  },
  unreachable: {
    cause: 'The host of the URL cannot be reached.',
    remedy: 'Check the network, the firewall and the port.',
  },
  tls: {
    cause: 'The secure connection failed: the certificate is not trusted, or one side does not speak TLS.',
    remedy: 'Use http:// for a local receiver, or trust its certificate with NODE_EXTRA_CA_CERTS.',
  },
  cut: {
    cause: 'The receiver closed the connection before it responded.',
    remedy: 'Look for a crash in the log of the application.',
  },
  timeout: {
    cause: 'The receiver did not respond in time.',
    remedy: 'Respond first, then do the work.',
  },
  'own-api': {
    cause: 'The URL is that of an emulator, which does not receive webhooks.',
    remedy: 'Set the URL to one of your application.',
  },
  redirect: {
    cause: 'The receiver redirected the webhook. Redirects are not followed.',
    remedy: 'Set the URL to the address that the redirect names.',
  },
  'other-success': {
    cause: 'The receiver did not respond with status 200, and only 200 counts as success.',
    remedy: 'Respond with status 200.',
  },
  unauthorized: {
    cause: 'The receiver did not accept the signature or the login.',
    remedy: 'Check that your application verifies with the secret of this account.',
  },
  'no-route': {
    cause: 'The application has no route for the path of the URL, or not for POST.',
    remedy: 'Correct the path of the URL, or add a route for POST.',
  },
  rejected: {
    cause: 'The receiver rejected the webhook.',
    remedy: 'Read the response: it comes from your application.',
  },
  overloaded: {
    cause: 'The receiver is overloaded.',
    remedy: 'Wait for the next attempt, or raise the rate limit of your application.',
  },
  'server-error': {
    cause: 'The application failed while it handled the webhook.',
    remedy: 'Read the response and the log of the application.',
  },
  unknown: {
    cause: 'There was no response, and the reason is unknown.',
    remedy: 'Send the webhook again, and look at the log of the application.',
  },
} as const satisfies Readonly<Record<string, Cause>>;

/** A kind of failure of a webhook. */
export type WebhookFailure = keyof typeof WEBHOOK_FAILURES;

/** The errors of connections, as Node and undici name them. */
const ERRORS: readonly (readonly [RegExp, WebhookFailure])[] = [
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'unknown-host'],
  [/^bad port$/, 'blocked-port'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'unreachable'],
  [/CERT|^ERR_(?:TLS|SSL)|^EPROTO$|UNABLE_TO_|^HOSTNAME_MISMATCH$|^CRL_|certificate/i, 'tls'],
  [/^(?:ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|HPE_\w+)$|other side closed|socket hang up/, 'cut'],
  [/^(?:no response within|UND_ERR_\w*TIMEOUT)/, 'timeout'],
  [/^refused: the URL is that of an emulator/, 'own-api'],
];

/** The kind of failure of an attempt at a webhook; undefined when the receiver accepted it. */
export function webhookFailureOf({ status, error }: WebhookResult): WebhookFailure | undefined {
  if (status === null) return ERRORS.find(([pattern]) => pattern.test(error ?? ''))?.[1] ?? 'unknown';
  if (status === 200) return undefined;
  if (status < 300) return 'other-success';
  if (status < 400) return 'redirect';
  if (status === 401 || status === 403 || status === 407) return 'unauthorized';
  if (status === 404 || status === 405 || status === 410) return 'no-route';
  if (status === 429 || status === 503) return 'overloaded';
  return status < 500 ? 'rejected' : 'server-error';
}
