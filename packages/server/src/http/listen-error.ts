/** What an error code of Node.js means, and what to do about it. */
const MEANINGS: Readonly<Record<string, readonly [reason: string, advice: string]>> = {
  EADDRINUSE: ['the port is already in use', 'Pass listen() another port, or port: 0 for a free one.'],
  EACCES: [
    'the port is not permitted',
    'Ports below 1024 need administrator rights. Pass listen() another port, or port: 0 for a free one.',
  ],
  EADDRNOTAVAIL: [
    'the host is not an address of this machine',
    'Pass listen() the host "127.0.0.1", or "0.0.0.0" for all addresses.',
  ],
  ENOTFOUND: [
    'the host name is unknown',
    'Pass listen() the host "127.0.0.1", or "0.0.0.0" for all addresses.',
  ],
};

/** The error of `listen()`. It has the code of the error of Node.js, which is its cause. */
export class ListenError extends Error {
  readonly code: string | undefined;
  /** The message without advice, which names options of `listen()`. */
  readonly problem: string;

  constructor(cause: NodeJS.ErrnoException, host: string, port: number) {
    const { code = '', message } = cause;
    const [reason, advice] = MEANINGS[code] ?? [];
    const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const problem = `Cannot listen on ${place}: ${reason === undefined ? message : `${reason} (${code})`}.`;
    super(advice === undefined ? problem : `${problem} ${advice}`, { cause });
    this.code = cause.code;
    this.problem = problem;
  }
}
