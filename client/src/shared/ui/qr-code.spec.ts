import { create } from 'qrcode';
import { drawn } from './qr-code';

it('a drawn code has every dark module once, and no other', () => {
  const text = 'otpauth://totp/Open%20Exchange:someone?secret=ABCDEFGH';
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const { side, path } = drawn(text);
  const dark = new Set<string>();
  for (const [, column, row, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(length); step += 1) dark.add(`${row}:${Number(column) + step}`);
  }
  const wanted = [...data].flatMap((bit, index) => (bit ? [`${Math.floor(index / size)}:${index % size}`] : []));
  expect(side).toBe(size);
  expect([...dark].sort()).toEqual(wanted.sort());
});
