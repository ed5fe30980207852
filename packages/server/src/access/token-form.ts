/** The form of a control token. It must fit into a header and into the fragment of a URL without escapes. */
export const TOKEN_FORM = {
  pattern: /^[\w.~+/=-]{8,}$/,
  message: 'must be at least 8 letters, digits or any of . _ ~ + / = -',
} as const;
