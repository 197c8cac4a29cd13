import { AREAS } from '../../../routes';
import { encodingFor, isSameForAllVisitors } from './compressed-answers';

describe('the encoding of an answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR;q=0.1', 'br'],
    ['br; q=0.0', null],
    ['brotli', null],
    ['identity', null],
    ['', null],
    [undefined, null],
  ])('for %p is %p', (accepted, encoding) => expect(encodingFor(accepted)).toBe(encoding));
});

describe('compressed answers', () => {
  const compressed = Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .filter(isSameForAllVisitors);

  it('are equal for everyone, candles included', () => {
    expect(compressed.map(({ path }) => path)).toContain('/exchange/app/spot/kline');
    expect(compressed.filter(({ access }) => access !== 'public')).toEqual([]);
  });

  it('exclude log-ins, codes, tickets and passwords, except the codes that the demo shows to everyone', () => {
    const secret = compressed.filter(({ path }) => /auth|login|code|register|password|security/i.test(path));
    expect(secret.map(({ path }) => path)).toEqual(['/exchange/app/demo/codes']);
  });
});
