import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readArguments, UsageError } from '@messaging-service/command-line';
import { toNodeListener } from '../adapters/http.ts';
import { CODES, type WebhookErrorCode } from '../errors/codes.ts';
import { hintOf } from '../errors/errors.ts';
import type { WebhookEvent } from '../event/event.ts';
import { createWebhookHandler, type HandlerRequest } from '../handler/handler.ts';
import { printableJson } from './printable-json.ts';
import { findSecrets, readNumber, SECRET_OPTIONS, SECRET_USAGE } from './read-input.ts';

/** The text of `listen --help`. */
export const LISTEN_USAGE = `Usage: messaging-webhooks listen [options]

Receives webhooks at every path, verifies them, and prints each event when it arrives, including repeated attempts.
For a refused request, it prints the reason; with --json also the request, in a form that verify reads.

  --port <number>         port; 0 uses a free one (default: 4020)
  --host <address>        address to listen on (default: 127.0.0.1)
${SECRET_USAGE}                          (may be repeated); without a secret, unsigned inbound messages are printed, too
  --environment <name>    accept signed events of this environment only; may be repeated
  --tolerance <seconds>   how far timestamps may differ from now; off accepts any (default: 300)
  --json                  print lines of JSON
  --help                  print this help

Press Ctrl+C to stop it.
`;

/**
 * The command `listen`: serves until it gets SIGINT or SIGTERM.
 *
 * @param args - The arguments after the name of the command.
 */
export async function listenCommand(args: readonly string[]): Promise<number> {
  const { values } = readArguments(args, {
    ...SECRET_OPTIONS,
    port: { type: 'string', default: '4020' },
    host: { type: 'string', default: '127.0.0.1' },
    environment: { type: 'string', multiple: true },
    tolerance: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
  });
  const { host, environment, tolerance, json } = values;
  const port = readNumber('--port', values.port, 65_535);
  const secrets = findSecrets(values);
  const print: Print = (line, text) => void process.stdout.write(`${json ? JSON.stringify(line) : text}\n`);
  const show = (event: WebhookEvent) => printEvent(print, event);
  const handler = createWebhookHandler({
    ...(secrets.length === 0 ? {} : { secrets }),
    ...(environment === undefined ? {} : { environment }),
    tolerance: tolerance === 'off' ? false : readNumber('--tolerance', tolerance),
    policy: { inboundMessage: secrets.length === 0 ? 'accept-unsigned' : 'signed-only' },
    dedupe: false,
    on: { inboundMessage: show, deliveryReceipt: show, creditNotification: show, unknown: show },
    onError: () => undefined,
  });
  const logged = async (request: HandlerRequest) => {
    const response = await handler(request);
    if (response.status !== 200) await printRefusal(print, response.clone(), request);
    return response;
  };
  const listener = toNodeListener(logged);
  const server = createServer((request, response) => void listener(request, response)).listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'the port is already in use (EADDRINUSE)' : message;
    throw new UsageError(
      `Cannot listen on ${host}:${port}: ${reason}. Use another port, or a free one with --port 0.`,
    );
  });
  const url = urlOf(server);
  print({ url }, `Listening on ${url}. Press Ctrl+C to stop.`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.close();
  server.closeAllConnections();
  return 0;
}

/** Prints a line: with `--json` as JSON, otherwise as text. */
type Print = (line: object, text: string) => void;

function printEvent(print: Print, event: WebhookEvent): void {
  const at = new Date().toISOString();
  const origin = event.verified ? `verified, from ${printableJson(event.environment)}` : 'unsigned';
  print({ at, ...event }, `${at} ${event.kind} (${origin}) ${printableJson(event.payload)}`);
}

/** Prints why a request was refused, and in JSON also the request. */
async function printRefusal(print: Print, response: Response, request: HandlerRequest): Promise<void> {
  const at = new Date().toISOString();
  const { status } = response;
  const { error } = (await response.json()) as { readonly error: { readonly code: string } };
  const { code } = error;
  const hint = code in CODES ? hintOf({ code: code as WebhookErrorCode }) : '';
  const { headers, body } = request as { readonly headers: unknown; readonly body: unknown };
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.alloc(0);
  const captured = { headers, body: bytes.toString('base64'), isBase64Encoded: true };
  print({ at, status, code, request: captured }, `${at} refused with ${status}: ${code}. ${hint}`.trimEnd());
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
