// The exported errors. The build puts them into a file of their own, so that bundlers can leave out the rest of the client
// for programs that only distinguish errors.
export * from './classes.ts';
export { errorFromJSON } from './error-from-json.ts';
export { type ErrorTypes, isMessagingError } from './is-messaging-error.ts';
