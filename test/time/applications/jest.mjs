// Timers in a test file that Jest runs in a worker of its own.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const config = {
  rootDir: import.meta.dirname,
  testMatch: ['**/jest.test.mjs'],
  transform: {},
  // The default reporter has timers of a second, which an advance visits.
  reporters: ['summary'],
  // Jest runs a single file in its own process, unless it watches the memory of a worker.
  workerIdleMemoryLimit: '1GB',
};
fork(fileURLToPath(import.meta.resolve('jest/bin/jest')), ['--config', JSON.stringify(config)], {
  execArgv: ['--experimental-vm-modules', '--no-warnings'],
});
