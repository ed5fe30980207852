import type { EmulatorOptions } from './runtime/options/options.ts';

/**
 * The `server` part of a configuration. Flags on the command line override it.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@messaging-service/emulator';
 *
 * export default defineConfig({
 *   server: {
 *     port: 4010,
 *     host: '0.0.0.0',
 *     allowHosts: ['emulator'],
 *     allowOrigins: ['http://localhost:3000'],
 *     state: 'emulator-state.json',
 *     log: 'json',
 *     name: 'checkout',
 *     controlToken: 'a-token-for-tests',
 *   },
 * });
 * ```
 */
export interface ServerConfig {
  /** The port; 0 takes a free one. Default: 4010. */
  port?: number | undefined;
  /** Address to listen on; default `127.0.0.1`. */
  host?: string | undefined;
  /** More host names that callers may use, such as `emulator` in Docker. */
  allowHosts?: readonly string[] | undefined;
  /** Origins whose web pages may call, such as `http://localhost:3000`. */
  allowOrigins?: readonly string[] | undefined;
  /** File that keeps the state across restarts, relative to the configuration. */
  state?: string | undefined;
  /** The log on the terminal: a line for each call, message and webhook attempt. Default `text` on a terminal. */
  log?: 'text' | 'json' | 'off' | undefined;
  /** A name for this instance, in case you run several. */
  name?: string | undefined;
  /** A token that protects the control API on a machine with several users. */
  controlToken?: string | undefined;
}

/**
 * A configuration of the command `messaging-emulator`: the options of `createEmulator()`, and the server's.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@messaging-service/emulator';
 *
 * export default defineConfig({
 *   $schema: './node_modules/@messaging-service/emulator/dist/config.schema.json',
 *   clock: 'virtual',
 *   server: { port: 4010 },
 * });
 * ```
 */
export interface EmulatorConfig extends EmulatorOptions {
  /** Address of the JSON Schema, for editors. */
  $schema?: string | undefined;
  /** Options of the server. */
  server?: ServerConfig | undefined;
}

/**
 * Gives your `messaging-emulator.config.ts` types and completion. Returns the configuration unchanged.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@messaging-service/emulator';
 *
 * export default defineConfig({ clock: 'virtual', carrier: { after: '3s' }, server: { port: 4010 } });
 * ```
 */
export function defineConfig(config: EmulatorConfig): EmulatorConfig {
  return config;
}
