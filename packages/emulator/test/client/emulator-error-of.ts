import { EmulatorError } from '@messaging-service/emulator/client';
import { expect } from 'vitest';

/** The error of a call that must fail. */
export async function emulatorErrorOf(call: Promise<unknown>): Promise<EmulatorError> {
  const error = await call.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmulatorError);
  return error as EmulatorError;
}
