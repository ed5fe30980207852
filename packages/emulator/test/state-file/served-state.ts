import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { request, START } from '@messaging-service/test-support';
import { StateFile } from '../../src/state-file/state-file.ts';

/** Serves an emulator that keeps its state, and calls a function with it. */
export async function withServer<Result>(
  file: string,
  use: (url: string, key: string) => Promise<Result>,
  options: EmulatorOptions = { now: START },
): Promise<Result> {
  const emulator = createEmulator(options);
  const stateFile = await StateFile.open(file, emulator.sandboxes);
  const server = await listen(emulator, { keeper: stateFile });
  try {
    return await use(server.url, emulator.account.apiKey);
  } finally {
    await server.close();
    await stateFile.close();
    emulator.close();
  }
}

/** Everything that decides the future. */
export async function snapshotOf(url: string, path = ''): Promise<unknown> {
  return (await request(url, `GET /_emulator${path}/snapshot`)).body;
}
