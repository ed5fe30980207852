/** Parts of the client, for its own tests. */
export { createId } from './call/create-id.ts';
export { copyForeignError, innermostMessage } from './errors/foreign-error.ts';
export { createRedact, credentialsOf } from './errors/redact.ts';
export { classifyFailure, MAX_BODY_BYTES } from './transport/failure.ts';
export { readExceptions } from './transport/node-proxy-exceptions.ts';
export { isTransportError } from './transport/transport.ts';
export { VERSION } from './version.ts';
