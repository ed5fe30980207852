/**
 * Under this, the text of a request's body stands on the `Request` itself, for a transport that knows to look: reading
 * it off its stream costs more than sending it. Registered, since transports are another entry of this package.
 */
export const REQUEST_BODY: unique symbol = Symbol.for('@messaging-service/sdk/request-body') as never;
