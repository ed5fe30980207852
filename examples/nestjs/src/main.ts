import 'reflect-metadata';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

const port = Number(process.env.PORT ?? 3000);

// Without a service of your own, the application starts an emulated one.
if (process.env.MESSAGING_BASE_URL === undefined) {
  const secret = 'a secret for development';
  const mo = { mo_webhook_url: `http://127.0.0.1:${port}/webhooks/messaging`, mo_webhook_secret: secret };
  const emulator = createEmulator({ clock: 'system', accounts: [{ credits: 1_000, mo }] });
  const { url, inspectorUrl } = await listen(emulator);
  const { apiKey } = emulator.account;
  Object.assign(process.env, {
    MESSAGING_BASE_URL: url,
    MESSAGING_ACCOUNT_KEY: apiKey,
    MESSAGING_WEBHOOK_SECRET: secret,
  });
  process.stdout.write(`Emulated phones: ${inspectorUrl}\n`);
}

const app = await NestFactory.create(AppModule, { rawBody: true });
await app.listen(port, '127.0.0.1');
