// The classes of errors.
export * from './api-errors.ts';
export * from './call-errors.ts';
export { MessagingError, ResponseError } from './messaging-error.ts';
