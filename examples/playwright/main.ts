import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
import { createApp } from './app.ts';

const client = createMessagingClient({ ...optionsFromEnvironment(), retry: false });
const port = Number(process.env.PORT ?? 3000);
createApp(client).listen(port, '127.0.0.1', () => {
  process.stdout.write(`Log in at http://127.0.0.1:${port}.\n`);
});
