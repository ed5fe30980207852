import { testLanguage } from './language-tests.ts';

testLanguage({
  folder: 'python-follow',
  command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  probe: ['python3', '-c', 'import flask, freezegun, pytest'],
  packages: 'python3-flask python3-freezegun python3-pytest',
  passed: /^4 passed in /m,
});
