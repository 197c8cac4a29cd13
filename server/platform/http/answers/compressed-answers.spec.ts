import { AREAS } from '../../../../shared/wire/routes';
import { encodingFor, isAlikeForAll } from './compressed-answers';

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

describe('what is compressed', () => {
  const compressed = Object.values(AREAS)
    .flatMap((area) => Object.values(area))
    .filter(isAlikeForAll);

  it('is what everybody gets alike, the candles among it', () => {
    expect(compressed.map(({ path }) => path)).toContain('/exchange/app/spot/kline');
    expect(compressed.filter(({ access }) => access !== 'public')).toEqual([]);
  });

  it('is nothing of a log-in, a code, a ticket or a password, but for those codes that the demo shows everybody', () => {
    const secret = compressed.filter(({ path }) => /auth|login|code|register|password|security/i.test(path));
    expect(secret.map(({ path }) => path)).toEqual(['/exchange/app/demo/codes']);
  });
});
