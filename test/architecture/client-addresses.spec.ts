/** The client asks by the rows of the routes: no other file but `endpoints.ts` writes an address of the interface. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../../shared/wire/routes';

const CLIENT = join(__dirname, '../../client/src');
const BASE = '/exchange';
/** The service worker is one file and imports nothing. */
const EXEMPT = ['shared/api/endpoints.ts', 'service-worker.ts'];
/** Tests stand in for the exchange, and name the addresses that it is asked at. */
const OF_TESTS = /\.spec\.tsx?$|^testing\//;
const WRITTEN = /['"`](?:\/exchange)?(\/(?:app|api|admin|audit)\/[\w/]*)|['"`](\/exchange)\b/g;

const addresses = new Set(
  Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .map(({ path }) => path.slice(BASE.length)),
);

/** Screens of the desk begin like its calls: there only a whole address counts. */
function addressesIn(text: string): string[] {
  return [...text.matchAll(WRITTEN)]
    .map(([, below, base]) => below ?? base)
    .filter((found) => !/^\/(?:admin|audit)\//.test(found) || addresses.has(found));
}

const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file) && !EXEMPT.includes(file),
);

describe('addresses of the interface', () => {
  it.each([
    ["query: () => ({ url: '/app/spot/tickers' })", '/app/spot/tickers'],
    ['`/app/contract/${name}`', '/app/contract/'],
    ["const PATH = '/app/option';", '/app/option'],
    ['return `/exchange/app/content/bannerImage?image=${image}`;', '/app/content/bannerImage'],
    ["fetch('/exchange/docs')", '/exchange'],
    ["query: () => ({ url: '/audit/overview' })", '/audit/overview'],
  ])('are found in %s', (text, found) => expect(addressesIn(text)).toEqual([found]));

  it('are not the screens of the desk', () => {
    expect(addressesIn('<Link to={`/admin/users/${user}`}>')).toEqual([]);
  });

  it('stand in no other file of the client', () => {
    const written = files.flatMap((file) =>
      addressesIn(readFileSync(join(CLIENT, file), 'utf8')).map((address) => `${file}: ${address}`),
    );
    expect(written).toEqual([]);
  });
});

describe('schemas of the interface', () => {
  const BUILT = join(__dirname, '../../dist/client/assets');

  /** A schema is undefined in the page: a call of one is an error as soon as its file loads. */
  it('are called in no file of the built page', () => {
    const scripts = readdirSync(BUILT).filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    expect(scripts.filter((file) => /\(void 0\)[.(]/.test(readFileSync(join(BUILT, file), 'utf8')))).toEqual([]);
  });
});
