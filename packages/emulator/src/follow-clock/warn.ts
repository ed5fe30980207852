/** Writes a warning of the follower to the error output of the application. */
export function warn(message: string): void {
  process.stderr.write(`[messaging-emulator] ${message}\n`);
}
