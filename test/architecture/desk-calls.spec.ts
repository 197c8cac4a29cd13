/** Every staff call is made by a screen. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../../server/routes';

const CLIENT = join(__dirname, '../../client/src');
/** Products with parts of the desk. */
const PRODUCTS = readdirSync(join(CLIENT, 'products'))
  .map((product) => `products/${product}/admin`)
  .filter((folder) => existsSync(join(CLIENT, folder)));
const SERVER = join(__dirname, '../../server/products');
const LISTS = [
  join(__dirname, '../../shared/wire/routes.ts'),
  ...readdirSync(SERVER).map((product) => join(SERVER, product, 'index.ts')),
].filter((file) => existsSync(file));
/** The client's name of each area's rows. */
const TABLES = Object.fromEntries(
  LISTS.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\b(\w+): (\w+_ROUTES)\b/g)]).map(
    ([, area, table]) => [area, table],
  ),
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
  // knip reports endpoints whose hook no screen uses.
  const made = new Set(['admin/api', 'admin', ...PRODUCTS].flatMap(callsIn));

  test.each(calls)('%s is made by a screen', (call) => {
    expect(made).toContain(call);
  });
});
