/** The meaning of error codes of Node.js. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use',
  EACCES: 'the port is not permitted',
  EADDRNOTAVAIL: 'the host is not an address of this machine',
  ENOTFOUND: 'the host name is unknown',
};

const ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Pass listen() another port, or port: 0 for a free one.',
  EACCES:
    'Ports below 1024 need administrator rights. Pass listen() another port, or port: 0 for a free one.',
  EADDRNOTAVAIL: 'Pass listen() the host "127.0.0.1", or "0.0.0.0" for all addresses.',
  ENOTFOUND: 'Pass listen() the host "127.0.0.1", or "0.0.0.0" for all addresses.',
};

/** Explains in one sentence why a server cannot listen. */
export function listenProblem(
  { code = '', message }: NodeJS.ErrnoException,
  host: string,
  port: number,
): string {
  const reason = Object.hasOwn(REASONS, code) ? `${REASONS[code]} (${code})` : message;
  return `Cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}: ${reason}.`;
}

/** The error of `listen()`. It has the code of the error of Node.js, which is its cause. */
export class ListenError extends Error {
  readonly code: string | undefined;
  declare readonly cause: NodeJS.ErrnoException;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const advice = ADVICE[cause.code ?? ''];
    const message = listenProblem(cause, host, port);
    super(advice === undefined ? message : `${message} ${advice}`, { cause });
    this.code = cause.code;
  }
}
