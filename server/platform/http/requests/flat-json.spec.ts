import { isDeeper } from './flat-json';

describe('the depth of JSON', () => {
  it.each([
    ['[]', 1],
    ['{"a":[{"b":1}],"c":[[]]}', 3],
    ['[[],[],[[]]]', 3],
    ['{"[[[[":"{{{{"}', 1],
    ['{"a\\"[[[":"\\\\","b":[1]}', 2],
    ['{"a":"\\\\\\"[[["}', 1],
    ['7', 0],
  ])('of %s is %i', (json, depth) => {
    expect(isDeeper(json, depth)).toBe(false);
    expect(isDeeper(json, depth - 1)).toBe(depth > 0);
  });

  it('is scanned once for any input', () => {
    for (const sign of ['[', '"', '\\', '\\"', '"\\']) expect(isDeeper(sign.repeat(32_768), 16)).toBe(sign === '[');
  });
});
