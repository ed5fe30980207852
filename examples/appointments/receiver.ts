import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parse, type VerifiedWebhook, verify } from '@messaging-service/webhooks';

/** The clinic's webhook endpoint. */
export interface Receiver {
  /** URL of the receipts. */
  readonly receiptsUrl: string;
  /** URL of the replies. */
  readonly inboundUrl: string;
  /** Returns the number of receipts so far. */
  receipts(): number;
  /** The first verified reply. */
  readonly reply: Promise<VerifiedWebhook>;
  /** Stops listening. */
  close(): void;
}

/**
 * Starts a receiver on a free loopback port. It verifies replies and parses receipts, which are not signed.
 *
 * @param secret - The secret that signs replies.
 * @param now - Returns the current time, to which the timestamp of a reply is compared.
 */
export async function startReceiver(secret: string, now: () => number): Promise<Receiver> {
  let receipts = 0;
  const reply = Promise.withResolvers<VerifiedWebhook>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      if (request.url === '/inbound')
        reply.resolve(await verify({ body, headers: request.headers }, { secrets: secret, now }));
      else if (parse(body).kind === 'delivery-receipt') receipts++;
      response.writeHead(200).end();
    })().catch((error: unknown) => {
      reply.reject(error);
      response.writeHead(400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    receiptsUrl: `${url}/receipts`,
    inboundUrl: `${url}/inbound`,
    receipts: () => receipts,
    reply: reply.promise,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
