import { testLanguage } from './language-tests.ts';

testLanguage({
  folder: 'go-test',
  command: ['go', 'test', '-count=1', './...'],
  probe: ['go', 'version'],
  packages: 'golang-go',
  passed: /^ok\s/m,
});
