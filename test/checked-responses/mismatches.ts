/**
 * Responses that differ from their document, since they were last read. Vitest runs a setup file before each test file, but
 * the emulator is loaded once for all test files of a process. Therefore the list is not in the setup file.
 */
export const mismatches: string[] = [];
