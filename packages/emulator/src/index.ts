/**
 * The whole messaging service, in memory, with a clock that your test controls.
 *
 * @packageDocumentation
 */
export { defineConfig, type EmulatorConfig, type ServerConfig } from './define-config.ts';
export { createEmulator, type Emulator, type EmulatorClock } from './emulator.ts';
export type * from './entry-types.ts';
export { WaitTimeoutError } from './runtime/waiting/waiting.ts';
