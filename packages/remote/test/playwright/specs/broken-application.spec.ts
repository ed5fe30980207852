import { test } from '@messaging-service/emulator/playwright';

test.use({ applicationOptions: { command: 'echo no database; exit 4' } });

test('the application does not start', ({ page: _ }) => {});
