import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readArguments, UsageError } from '@messaging-service/command-line';
import { toNodeListener } from '../adapters/http.ts';
import type { WebhookEvent } from '../event/event.ts';
import { createWebhookHandler, type HandlerRequest } from '../handler/handler.ts';
import { ListenLog } from './listen-log.ts';
import { findSecrets, readNumber, SECRET_OPTIONS, SECRET_USAGE } from './read-input.ts';

/** The text of `listen --help`. */
export const LISTEN_USAGE = `Usage: messaging-webhooks listen [options]

Receives webhooks at every path, verifies them, and prints each event when it arrives, including repeated attempts.
Refused requests are printed with the reason; with --json also with the request, in a form that verify reads.

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
  const log = new ListenLog(json);
  const print = (event: WebhookEvent) => log.event(event);
  const handler = createWebhookHandler({
    ...(secrets.length === 0 ? {} : { secrets }),
    ...(environment === undefined ? {} : { environment }),
    tolerance: tolerance === 'off' ? false : readNumber('--tolerance', tolerance),
    policy: { inboundMessage: secrets.length === 0 ? 'accept-unsigned' : 'signed-only' },
    dedupe: false,
    on: { inboundMessage: print, deliveryReceipt: print, creditNotification: print, unknown: print },
    onError: () => undefined,
  });
  const logged = async (request: HandlerRequest) => {
    const response = await handler(request);
    if (response.status !== 200) await log.refusal(response.clone(), request);
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
  log.ready(urlOf(server));
  await stopped();
  server.close();
  server.closeAllConnections();
  return 0;
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}
