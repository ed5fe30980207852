/** What a program that sends messages one by one never loads: the other operations' schemas, and what lasts longer. */
export { sendMany } from './many/send-many.ts';
export { shareRequest } from './many/share-request.ts';
export { otherRow } from './other-rows.ts';
export { waitForReceipts } from './wait-for-receipts.ts';
