import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOUSE_SIGNS } from '../../shared/rules/entry-rows';

test('the published journal verifier knows every house account and its sign', () => {
  const program = readFileSync(path.resolve(__dirname, '../../docs/verify-journal.py'), 'utf8');
  const signs = /^SIGNS = (\{.*\})$/m.exec(program)?.[1] ?? '{}';
  expect(JSON.parse(signs.replaceAll("'", '"'))).toEqual(HOUSE_SIGNS);
});
