/**
 * The whole messaging service, in memory, with a clock that the test controls.
 *
 * @packageDocumentation
 */
export type * from './api.ts';
export { defineConfig, type EmulatorConfig, type ServerConfig } from './config/define-config.ts';
export { createEmulator, type Emulator } from './emulator.ts';
export type { EmulatorClock } from './emulator-clock.ts';
export { WaitTimeoutError } from './runtime/waiting/waiting.ts';
