import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
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
      useFactory: () => createMessagingClient(optionsFromEnvironment()),
    },
  ],
})
export class AppModule {}
