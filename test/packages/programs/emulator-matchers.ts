import { equal } from 'node:assert/strict';
import { createEmulator } from '@messaging-service/emulator';
import { type ExpectedMessage, matchers } from '@messaging-service/emulator/matchers';

const expected: ExpectedMessage = { to: '447700900123' };

async function main(): Promise<void> {
  const { pass, message } = await matchers.toHaveSentMessage(createEmulator(), expected);
  equal(pass, false);
  equal(message().includes('It has none.'), true);
}

void main();
