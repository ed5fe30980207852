/** What the tools and the documents use of the server: the table of the control API and the form of a configuration. */
export { configSchema } from './config/config-check.ts';
export { CONTROL_ENDPOINTS } from './control-api/endpoints.ts';
