import { afterEach, vi } from 'vitest';

// A test that replaces the timers must not do so for the tests that run after it in the same process.
afterEach(() => {
  vi.useRealTimers();
});
