/** Where the servers are that the suite talks to. Plain data: it travels to the runtime as JSON. */
export interface Stage {
  /** The emulator: the base URL of clients, and what the control API lies below. */
  readonly api: string;
  /** The helper of stage.ts: it receives webhooks, and stalls in the middle of answers. */
  readonly front: string;
  /** An address where nobody listens. */
  readonly refused: string;
  /** A server that closes the connection after each request, without a response. */
  readonly cut: string;
  /** The servers that speak TLS; undefined where certificates cannot be made. */
  readonly secure: SecureStage | undefined;
}

/** Servers that speak TLS, and what proves who they are. */
export interface SecureStage {
  /** The authority that the runtimes trust, as PEM. */
  readonly authority: string;
  /** The certificate of the trusted servers, as PEM. */
  readonly certificate: string;
  /** The emulator over HTTP/2 and HTTP/1.1, open to pages of every origin. Below `/cut` it resets requests. */
  readonly url: string;
  /** The same over HTTP/2 alone. */
  readonly http2Only: string;
  /** A server with a certificate of another authority. */
  readonly untrusted: string;
}
