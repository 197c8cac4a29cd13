/** Answers of the server to paths of the application and to unknown ones. */
import { openExchange } from '../support/trading-floor';
import type { HttpExchange } from '../../tools/people/http-exchange';

describe('addresses', () => {
  let exchange: HttpExchange;
  beforeAll(async () => {
    exchange = await openExchange();
  });
  afterAll(() => exchange?.stop());

  const get = (path: string) => fetch(`${exchange.url}${path}`);

  it('serves the page for every path of the application', async () => {
    for (const path of ['/', '/quotation', '/accountSet/myassets', '/no/such/page']) {
      const response = await get(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  it('caches hashed files forever', async () => {
    const page = await (await get('/')).text();
    const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
    const { status, headers } = await get(script ?? '');
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  });

  it.each(['/assets/x.js', '/assets/x', '/x.png', '/exchange/no/such/call'])('answers 404 to %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('allows no inline or foreign scripts in the page', async () => {
    const { headers } = await get('/');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(;|$)/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
