/**
 * All that the first send loads, in one piece: the schemas of messages, and what carries calls out. What it does not
 * need is in `extras.ts`. Bundlers make a file of each, and two are enough: more would share most of what is in them,
 * in many small files that all take time to open.
 */
export { messageEndpoints } from '@messaging-service/contract';
export { carryOut, prepareCall } from './call.ts';
