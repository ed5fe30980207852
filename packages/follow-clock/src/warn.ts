import { visible } from '@messaging-service/text';

/** Writes a warning of the follower to the error output of the application. */
export function warn(message: string): void {
  process.stderr.write(visible(`[messaging-emulator] ${message}\n`));
}
