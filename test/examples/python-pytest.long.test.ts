import { testLanguage } from './language-tests.ts';

testLanguage({
  folder: 'python-pytest',
  command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  probe: ['python3', '-m', 'pytest', '--version'],
  packages: 'python3-pytest',
  passed: /^18 passed in /m,
});
