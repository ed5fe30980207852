import { testLanguage } from './language-tests.ts';
import { pytestWith } from './python.ts';

testLanguage({
  folder: 'python-follow',
  ...pytestWith('flask', 'freezegun'),
  packages: 'python3-flask python3-freezegun python3-pytest',
  passed: /^4 passed in /m,
});
