/**
 * All that the first call loads, in one piece: the schemas, and what carries calls out. Bundlers make a file of it, and
 * one is enough: several would share most of what is in them, in many small files that all take time to open.
 */
export { carryOut } from './call.ts';
export { sendMany } from './many/send-many.ts';
export { shareRequest } from './many/share-request.ts';
export { waitForReceipts } from './wait-for-receipts.ts';
