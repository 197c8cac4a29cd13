/** Every call that staff may make has a screen that makes it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../../shared/wire/routes';

const CLIENT = join(__dirname, '../../client/src');
/** What products bring to the desk. */
const PRODUCTS = readdirSync(join(CLIENT, 'products'))
  .map((product) => `products/${product}/admin`)
  .filter((folder) => existsSync(join(CLIENT, folder)));
const LIST = readFileSync(join(__dirname, '../../shared/wire/routes.ts'), 'utf8');
/** By area, how the client names its rows. */
const TABLES = Object.fromEntries(
  [...LIST.matchAll(/^ {2}(\w+): (\w+_ROUTES),$/gm)].map(([, area, table]) => [area, table]),
);

const calls = Object.entries(AREAS).flatMap(([area, rows]) =>
  Object.entries(rows)
    .filter(([, { access }]) => access === 'admin' || access === 'auditor')
    .map(([name]) => `${TABLES[area]}.${name}`),
);

function callsIn(folder: string): string[] {
  return readdirSync(join(CLIENT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .map((file) => readFileSync(join(CLIENT, folder, file), 'utf8'))
    .flatMap((text) => text.match(/\b\w+_ROUTES\.\w+/g) ?? []);
}

describe('the calls of staff', () => {
  // An endpoint whose hook no screen uses does not pass knip.
  const made = new Set(['entities/staff', 'pages/admin', ...PRODUCTS].flatMap(callsIn));

  test.each(calls)('%s is made by a screen', (call) => {
    expect(made).toContain(call);
  });
});
