import { createEmulatorTest, test } from '@messaging-service/emulator/vitest';
import { testFixtures } from './fixture-tests.ts';

testFixtures('second', { plain: test, 'at ten': createEmulatorTest({ now: '2026-01-01T10:00Z' }) });
