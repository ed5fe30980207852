/** Fixtures that the tests of several packages share. Only tests import them. */
export {
  type Answer,
  account,
  accounts,
  type CallOptions,
  call,
  createAccount,
  edit,
  pending,
  receipts,
  refuse,
  send,
  sendBatch,
  sendOne,
  succeed,
} from './calls.ts';
export {
  createFetchReceiver,
  type FetchedRequest,
  type FetchReceiver,
  gate,
  never,
} from './fetch-receiver.ts';
export { freePort } from './free-port.ts';
export { batch, message, messageRequest } from './messages.ts';
export { mulberry32 } from './random.ts';
export { openReceiver, type ReceivedRequest, type Receiver, type Respond } from './receiver.ts';
export { answering, request, type Served, type ServedAnswer, sendServed, serve } from './served-emulator.ts';
export { later, MINUTE, START } from './time.ts';
