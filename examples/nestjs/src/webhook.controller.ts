import { createWebhookHandler, type WebhookHandler } from '@messaging-service/webhooks';
import { Controller, Logger, Post, type RawBodyRequest, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';

/** Receives webhooks. `rawBody: true` in `main.ts` keeps the bytes that the signature covers. */
@Controller('webhooks/messaging')
export class WebhookController {
  readonly #logger = new Logger(WebhookController.name);
  readonly #handler: WebhookHandler = createWebhookHandler({
    secrets: process.env.MESSAGING_WEBHOOK_SECRET,
    on: {
      inboundMessage: ({ payload: { from, message } }) => this.#logger.log(`${from}: ${message}`),
    },
  });

  @Post()
  async receive(@Req() request: RawBodyRequest<Request>, @Res() response: Response): Promise<void> {
    const { status } = await this.#handler({
      method: 'POST',
      body: request.rawBody ?? new Uint8Array(),
      headers: request.headers,
    });
    response.sendStatus(status);
  }
}
