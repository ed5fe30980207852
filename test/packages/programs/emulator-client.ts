import { equal } from 'node:assert/strict';
import { createEmulator } from '@messaging-service/emulator';
import { connectEmulator, EmulatorError, type RemoteEmulator } from '@messaging-service/emulator/client';
import { listen } from '@messaging-service/emulator/node';

async function main(): Promise<void> {
  const server = await listen(createEmulator({ now: '2026-01-01T09:00Z' }));
  const emulator: RemoteEmulator = await connectEmulator({ url: server.url });
  const { now } = await emulator.clock.advance('10m');
  equal(now.toISOString(), '2026-01-01T09:10:00.000Z');
  const error: unknown = await emulator.addFault({}).catch((reason: unknown) => reason);
  equal(error instanceof EmulatorError && error.status, 400);
  await emulator.close();
  await server.close();
}

void main();
