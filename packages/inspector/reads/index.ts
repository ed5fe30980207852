/** The rows of the control API that only the page needs, and their parts for tests. */
export { curlCommand } from './curl-command.ts';
export { READ_ENDPOINTS } from './endpoints.ts';
export { readConversation } from './handsets.ts';
export { withFreshIds } from './replay.ts';
export { type CodeSource, codeOf } from './request-code.ts';
