/** Fixtures that the tests of several packages share. Only tests import them. `api` makes calls of the public API. */
export * as api from './calls.ts';
export * from './emulator-test.ts';
export * from './fetch-receiver.ts';
export * from './free-port.ts';
export * from './messages.ts';
export * from './random.ts';
export * from './receiver.ts';
export { startReverseProxy } from './reverse-proxy.ts';
export * from './served-emulator.ts';
export * from './strange-options.ts';
export * from './temporary-folder.ts';
export * from './throwing.ts';
export * from './time.ts';
