import { conformanceSuite } from '@messaging-service/conformance';
import { describe, test } from 'vitest';
import { emulatedTarget } from './emulated-target.ts';

describe('the emulator', () => {
  conformanceSuite(emulatedTarget().target, (name, run) => test(name, run));
});
