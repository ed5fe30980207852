import { createEmulator, type EmulatorOptions } from '@messaging-service/emulator';
import { hostOf } from '@messaging-service/emulator/host';
import { listen } from '@messaging-service/emulator/node';
import { StateFile } from '@messaging-service/server/core';
import { type Served, START, servedBy } from '@messaging-service/test-support';

/** Serves an emulator that keeps its state, and calls a function with it. */
export async function withServer<Result = undefined>(
  file: string,
  use: (served: Served) => Promise<Result> = () => Promise.resolve(undefined as Result),
  options: EmulatorOptions = { now: START },
): Promise<Result> {
  const emulator = createEmulator(options);
  const stateFile = await StateFile.open(file, hostOf(emulator).sandboxes);
  const server = await listen(emulator, { keeper: stateFile });
  try {
    return await use(servedBy(server, emulator));
  } finally {
    await server.close();
    await stateFile.close();
    emulator.close();
  }
}
