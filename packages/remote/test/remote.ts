import { connectEmulator, EmulatorError } from '@messaging-service/emulator/client';
import { serve } from '@messaging-service/test-support';
import { expect } from 'vitest';

/** A served emulator, and a client of it. */
export async function serveRemote(...options: Parameters<typeof serve>) {
  const served = await serve(...options);
  return { ...served, remote: await connectEmulator({ url: served.server.url }) };
}

/** The error of a call that must fail. */
export async function emulatorErrorOf(call: Promise<unknown>): Promise<EmulatorError> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmulatorError);
  return error as EmulatorError;
}
