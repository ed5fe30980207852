/**
 * The headers that let a page read responses of another origin. happy-dom enforces the rules of browsers for requests that MSW
 * answers. It hides the headers that a browser would add to them, so every response has these.
 */
const READABLE = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };

const PREFLIGHT = { 'access-control-allow-methods': '*', 'access-control-allow-headers': '*' };

/** The response to a preflight, with which a browser asks before it sends a request; undefined for another request. */
export function preflightResponse({ method }: Request): Response | undefined {
  // The API has no OPTIONS.
  if (method !== 'OPTIONS') return undefined;
  return new Response(null, { status: 204, headers: { ...READABLE, ...PREFLIGHT } });
}

/** Lets pages of all origins read a response. */
export function readable(response: Response): Response {
  if (response.type === 'error') return response;
  for (const [name, value] of Object.entries(READABLE)) response.headers.set(name, value);
  return response;
}
