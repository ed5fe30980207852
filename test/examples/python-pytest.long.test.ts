import { testLanguage } from './language-tests.ts';
import { pytestWith } from './python.ts';

testLanguage({
  folder: 'python-pytest',
  ...pytestWith(),
  packages: 'python3-pytest',
  passed: /^18 passed in /m,
});
