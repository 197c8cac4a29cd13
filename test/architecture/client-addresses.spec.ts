/** The client builds its requests from the route table: only `endpoints.ts` contains addresses of the API. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from '../../server/routes';

const CLIENT = join(__dirname, '../../client/src');
const BASE = '/exchange';
/** The service worker is one file and imports nothing. */
const EXEMPT = ['kit/api/endpoints.ts', 'service-worker.ts'];
/** Client tests replace the exchange, and name its addresses. */
const OF_TESTS = /\.spec\.tsx?$|^testing\//;
const WRITTEN = /['"`](?:\/exchange)?(\/(?:app|api|admin|audit)\/[\w/]*)|['"`](\/exchange)\b/g;

const addresses = new Set(
  Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .map(({ path }) => path.slice(BASE.length)),
);

/** Desk screens share the prefix of desk calls: there only a whole address counts. */
function addressesIn(text: string): string[] {
  return [...text.matchAll(WRITTEN)]
    .map(([, below, base]) => below ?? base)
    .filter((found) => !/^\/(?:admin|audit)\//.test(found) || addresses.has(found));
}

const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file) && !EXEMPT.includes(file),
);

describe('addresses of the API', () => {
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

  it('appear in no other file of the client', () => {
    const written = files.flatMap((file) =>
      addressesIn(readFileSync(join(CLIENT, file), 'utf8')).map((address) => `${file}: ${address}`),
    );
    expect(written).toEqual([]);
  });
});

describe('schemas of the API', () => {
  const BUILT = join(__dirname, '../../dist/client/assets');

  /** Schemas are undefined in the page: a call of one would fail when its file loads. */
  it('are called in no file of the built page', () => {
    const scripts = readdirSync(BUILT).filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    expect(scripts.filter((file) => /\(void 0\)[.(]/.test(readFileSync(join(BUILT, file), 'utf8')))).toEqual([]);
  });
});
