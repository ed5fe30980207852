// The exported errors. The build puts them into a file of their own, so that bundlers can leave out the rest of the client
// for programs that only distinguish errors.
export * from './errors/classes.ts';
export { type ErrorTypes, isMessagingError } from './errors/is-messaging-error.ts';
