import { beforeEach } from 'vitest';
import { forgetSchemas } from './lazy-per-test.ts';

beforeEach(forgetSchemas);
