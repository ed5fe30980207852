import { createMessagingClient } from '@messaging-service/sdk';
import { Module } from '@nestjs/common';
import { LoginController } from './login.controller.js';
import { LoginService, MESSAGING_CLIENT } from './login.service.js';
import { WebhookController } from './webhook.controller.js';

@Module({
  controllers: [LoginController, WebhookController],
  providers: [
    LoginService,
    {
      provide: MESSAGING_CLIENT,
      useFactory: () =>
        createMessagingClient({
          baseUrl: process.env.MESSAGING_URL ?? '',
          accountKey: process.env.MESSAGING_KEY ?? '',
        }),
    },
  ],
})
export class AppModule {}
