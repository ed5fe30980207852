import { testLanguage } from './language-tests.ts';

testLanguage({
  folder: 'php-phpunit',
  command: ['phpunit'],
  probe: ['phpunit', '--version'],
  packages: 'php-cli phpunit',
  passed: /^OK \(6 tests/m,
});
