import { drawQrCode } from './qr-code';

/** Reference codes from another encoder, level M. Each row is a hexadecimal number, most significant bit left. */
const CODES = [
  {
    text: 'HELLO 123',
    rows: '1fc87f 105a41 17445d 17495d 17515d 104141 1fd57f f00 154612 d1861 7f518 15886e 8e155 12b5 1fcafc 1043aa 175acf 174c52 175139 10484b 1fd155',
  },
  {
    text: 'otpauth://totp/Open%20Exchange:someone?secret=ABCDEFGH',
    rows: '1fdc92e7f 105b99641 174e2855d 17507505d 174a4a55d 104cc3541 1fd55557f 1408300 16ed17d4b 1507562ed 2764878b 1309e3349 1cf60539b 1a0819986 10e6768f8 80bd2f4f 8406765e 9186c7f3 ded78926 17aa823a2 134444106 1c33ee24d 36418f93 813d326b 10e8e85f3 117a51a 1fdb93758 105ca171d 174ae97f4 175e477af 17514da48 104afc3e1 1fd1bca34',
  },
];

it.each(CODES)('draws exactly the dark modules of $text', ({ text, rows }) => {
  const lines = rows.split(' ');
  const { side, path } = drawQrCode(text);
  const dark: string[] = [];
  for (const [, column, row, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(length); step += 1) dark.push(`${row}:${Number(column) + step}`);
  }
  const wanted = lines.flatMap((digits, row) => {
    const bits = BigInt(`0x${digits}`).toString(2).padStart(lines.length, '0');
    return [...bits].flatMap((bit, column) => (bit === '1' ? [`${row}:${column}`] : []));
  });
  expect(side).toBe(lines.length);
  expect(dark.sort()).toEqual(wanted.sort());
});
