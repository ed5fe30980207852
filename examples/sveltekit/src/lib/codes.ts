/** Codes by phone. A real application keeps them in a database, with an expiry and limits. */
export const codes = new Map<string, string>();
