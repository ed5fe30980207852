/** Parts of the server, for its own tests. */
export { findConfig, readConfig } from './config/config-file.ts';
export { ControlApi } from './control-api/control-api.ts';
export { SERVICE_ENDPOINTS } from './control-api/endpoints.ts';
export { decide, readAllowed } from './http/admission.ts';
export { readCall } from './http/call.ts';
export { inspectorFiles } from './http/inspector-files.ts';
export { readDocument, type StoredService, writeDocument } from './state-file/document.ts';
export type { RestorableService } from './state-file/read-services.ts';
export { StateFile } from './state-file/state-file.ts';
