import { testLanguage } from '../language-tests.ts';

testLanguage({
  folder: import.meta.dirname,
  command: ['go', 'test', '-count=1', './...'],
  probe: ['go', 'version'],
  packages: 'golang-go',
  passed: /^ok\s/m,
});
