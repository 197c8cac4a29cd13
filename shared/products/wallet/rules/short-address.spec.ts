import { shortAddress } from './short-address';

describe('a long address', () => {
  it('is shortened to its ends', () => {
    expect(shortAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x529084…E4169EE7');
    expect(shortAddress('12345678901234567')).toBe('12345678901234567');
  });
});
