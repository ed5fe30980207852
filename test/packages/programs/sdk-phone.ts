import { equal, throws } from 'node:assert/strict';
import { type NormalizeOptions, normalizePhoneNumber } from '@messaging-service/sdk/phone';

const inBritain: NormalizeOptions = { country: 'GB' };

equal(normalizePhoneNumber('+44 7700 900123'), '447700900123');
equal(normalizePhoneNumber('07700 900123', inBritain), '447700900123');
throws(() => normalizePhoneNumber('12'), RangeError);
