import { entryPath, logInPath, ownPath } from './own-path';

describe('return path after log-in', () => {
  it.each(['/', '/accountSet/commin?active=2', '/currencyTransaction?market=BTC-USDT#book', '/a%20b'])(
    'leads to %j',
    (path) => expect(ownPath(path)).toBe(path),
  );

  it.each([
    null,
    '',
    'accountSet',
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example/',
    'javascript:alert(1)',
    '/login?from=/login',
    '/register',
  ])('leads home instead of to %j', (text) => expect(ownPath(text)).toBe('/'));

  it('is part of the log-in URL', () => {
    expect(logInPath({ pathname: '/accountSet/commin', search: '?active=2' })).toBe(
      '/login?statusType=0&from=%2FaccountSet%2Fcommin%3Factive%3D2',
    );
    expect(entryPath('/register', '/')).toBe('/register?statusType=1');
  });
});
