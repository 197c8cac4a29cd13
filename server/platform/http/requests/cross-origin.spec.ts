import { requestedHost, isCrossOrigin, isOtherHost } from './cross-origin';

const HOST = 'exchange.example';

describe('a page of another site', () => {
  it.each([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ origin: 'https://exchange.example' }, false],
    [{ origin: 'https://exchange.example:443' }, false],
    [{ origin: 'http://exchange.example' }, false],
    [{ origin: 'https://exchange.example:8443' }, true],
    [{ origin: 'https://exchange.example.evil.example' }, true],
    [{ origin: 'https://evil.example/exchange.example' }, true],
    [{ origin: 'null' }, true],
    [{ origin: '' }, true],
  ])('ASVS 3.5.1, 3.5.2, 4.4.2: is detected by %j: %s', (headers, is) => {
    expect(isCrossOrigin(headers, HOST, undefined)).toBe(is);
  });

  it('is detected by the configured address, whatever host a proxy sends', () => {
    expect(isCrossOrigin({ origin: 'https://exchange.example' }, '10.0.0.7:3000', 'https://exchange.example')).toBe(
      false,
    );
    expect(isCrossOrigin({ origin: 'https://evil.example' }, '10.0.0.7:3000', 'https://exchange.example')).toBe(true);
    expect(isCrossOrigin({ origin: 'https://evil.example' }, 'not a host', undefined)).toBe(true);
  });

  it.each([
    ['exchange.example', false],
    ['exchange.example:443', false],
    ['EXCHANGE.example', false],
    ['exchange.example:8443', true],
    ['10.0.0.7:3000', true],
    ['not a host', true],
    ['', true],
  ])('and other names of the server: %s %s', (host, is) => {
    expect(isOtherHost(host, { publicUrl: 'https://exchange.example', host: '10.0.0.7' })).toBe(is);
  });

  it.each([
    ['localhost', '127.0.0.1', false],
    ['LOCALHOST:3000', '0.0.0.0', false],
    ['127.0.0.1:3000', '0.0.0.0', false],
    ['[::1]:3000', '0.0.0.0', false],
    ['10.0.0.7:3000', '10.0.0.7', false],
    ['10.0.0.7:3000', '0.0.0.0', true],
    ['exchange.lan', 'Exchange.lan', false],
    ['[fd00::7]:3000', 'fd00:0::7', false],
    ['0.0.0.0:3000', '0.0.0.0', false],
    ['evil.example:3000', '0.0.0.0', true],
    ['evil.example', '127.0.0.1', true],
    ['localhost.evil.example', '127.0.0.1', true],
    ['127.0.0.1.evil.example', '127.0.0.1', true],
    ['localhost@evil.example', '127.0.0.1', true],
    ['', '0.0.0.0', true],
    ['not a host', 'not a host', true],
  ])(
    'without a configured address, hosts other than localhost and the bound address: %s at %s: %s',
    (host, bound, is) => {
      expect(isOtherHost(host, { publicUrl: undefined, host: bound })).toBe(is);
    },
  );

  it('has its host from a proxy only if proxies are trusted', () => {
    const headers = { host: 'inner:3000', 'x-forwarded-host': 'exchange.example, other.example' };
    expect(requestedHost(headers, true)).toBe('exchange.example');
    expect(requestedHost(headers, false)).toBe('inner:3000');
    expect(requestedHost({ host: 'inner:3000' }, true)).toBe('inner:3000');
    expect(requestedHost({}, true)).toBe('');
  });
});
