import { equal } from 'node:assert/strict';
import { createEmulator } from '@messaging-service/emulator';
import { type EmulatorServer, type ListenOptions, listen } from '@messaging-service/emulator/node';

const options: ListenOptions = { port: 0 };

async function main(): Promise<void> {
  const server: EmulatorServer = await listen(createEmulator({ clock: 'system' }), options);
  const { url, inspectorUrl, credentials } = server;
  const [account] = credentials.accounts;
  equal((await fetch(`${url}/batch?key=${account?.apiKey}`)).ok, true);

  // The inspector is in the package, and its files are served.
  const page = await (await fetch(inspectorUrl)).text();
  const script = await fetch(new URL(/src="([^"]+[.]js)"/.exec(page)?.[1] ?? 'no script', inspectorUrl));
  equal(script.headers.get('content-type')?.startsWith('text/javascript'), true);
  await server.close();
}

void main();
