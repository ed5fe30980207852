/** The addresses of the servers of the suite. They are passed to the runtime as JSON. */
export interface Stage {
  /** The emulator: the base URL of clients and of the control API. */
  readonly api: string;
  /** The server of stage.ts, which receives webhooks and stalls in the middle of responses. */
  readonly front: string;
  /** An address without a server. */
  readonly refused: string;
  /** A server that closes the connection after each request, without a response. */
  readonly cut: string;
  /** The servers that speak TLS; undefined where certificates cannot be made. */
  readonly secure: SecureStage | undefined;
}

/** Servers that speak TLS, and their certificates. */
export interface SecureStage {
  /** The authority that the runtimes trust, as PEM. */
  readonly authority: string;
  /** The certificate of the trusted servers, as PEM. */
  readonly certificate: string;
  /** The emulator over HTTP/2 and HTTP/1.1, for pages of any origin. It resets requests below `/cut`. */
  readonly url: string;
  /** The same over HTTP/2 only. */
  readonly http2Only: string;
  /** A server with a certificate of another authority. */
  readonly untrusted: string;
}
