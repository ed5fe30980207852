import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { createApp } from './app.ts';

const emulator = createEmulator({ clock: 'system' });
const service = await listen(emulator);
const port = Number(process.env.PORT ?? 3000);
createApp(service.url, emulator.account.apiKey).listen(port, '127.0.0.1', () => {
  process.stdout.write(`Log in at http://127.0.0.1:${port}. Read the code at ${service.inspectorUrl}.\n`);
});
