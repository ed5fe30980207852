/** A duration in a request, as JSON Schema. */
export const DURATION = {
  type: ['string', 'number'],
  description: 'A duration: milliseconds, or text such as "250ms", "30s", "10m", "2h", "1d".',
};

/** An instant in a request, as JSON Schema. */
export const INSTANT = {
  type: ['string', 'number'],
  description: 'ISO 8601 text such as 2026-01-01T09:00Z, or milliseconds since the epoch.',
};

/** How responses write instants. */
export const INSTANT_FORMAT = 'ISO 8601, GMT, with milliseconds.';
