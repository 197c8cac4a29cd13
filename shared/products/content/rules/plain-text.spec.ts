import fc from 'fast-check';
import { isPlainText, isReservedName } from './plain-text';

/** Built from code points, since these characters are invisible in source code too. */
const of = (...points: number[]) => String.fromCodePoint(...points);

const HIDDEN: [string, string][] = [
  ['a soft hyphen', of(0xad)],
  ['a zero-width space', of(0x200b)],
  ['a non-joiner', of(0x200c)],
  ['a lonely joiner', of(0x200d)],
  ['a right-to-left mark', of(0x200f)],
  ['a line separator', of(0x2028)],
  ['a right-to-left override', of(0x202e)],
  ['an isolate', of(0x2067)],
  ['a word joiner', of(0x2060)],
  ['an Arabic letter mark', of(0x61c)],
  ['a Mongolian vowel separator', of(0x180e)],
  ['a Hangul filler', of(0x3164)],
  ['a byte order mark', of(0xfeff)],
  ['a tag', of(0xe0041)],
  ['a selector of a letter', of(0xfe0f)],
  ['a private character', of(0xe000)],
  ['a blank of braille', of(0x2800)],
];
const SHAPED = ['\uff41\uff44\uff4d\uff49\uff4e', '\u{1d5d4}dmin', '\u24d0dmin', '\u{1f130}', '\u210ba', 'x\u207f'];
const WRITTEN = [
  'Ana María Pérez',
  '王小明（客户）：你好！',
  'ロボット！～',
  '한국어 이름',
  'ชื่อเล่น',
  'שלום',
  'Zürich – “50 %” € ™ №5 ①',
  '👩‍👩‍👧 ❤️ 👍🏽 1️⃣ 🇯🇵',
];

describe('plain text', () => {
  it.each(HIDDEN)('rejects %s, wherever it stands', (_, hidden) => {
    fc.assert(
      fc.property(fc.constantFrom(...WRITTEN.slice(0, 6), 'a'), fc.nat(30), (text, place) => {
        const at = Math.min(place, text.length);
        return !isPlainText(text.slice(0, at) + hidden + text.slice(at)) && !isPlainText(hidden + text, 'many');
      }),
    );
  });

  it.each(SHAPED)('rejects letters in another shape, as in %s', (text) => expect(isPlainText(text)).toBe(false));

  it.each(WRITTEN)('accepts %s', (text) => expect(isPlainText(text)).toBe(true));

  it('may have line breaks only where several lines are permitted', () => {
    expect(isPlainText('a\nb\tc', 'many')).toBe(true);
    expect(isPlainText('a\nb')).toBe(false);
  });

  it('includes every character of a keyboard', () => {
    const typed = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)) });
    fc.assert(fc.property(typed, (text) => isPlainText(text)));
  });
});

describe('a reserved name', () => {
  const NAMES = ['admin', 'Support', 'customer service', 'Official', 'Open Exchange', '客服', 'moderator'];

  it('is found in any case, spaced, numbered or with letters that look alike', () => {
    const twin: Record<string, string> = {
      a: '\u0430',
      e: '\u0435',
      o: '\u043e',
      p: '\u0440',
      c: '\u0441',
      i: '1',
      s: '$',
    };
    const variants = fc.record({
      name: fc.constantFrom(...NAMES),
      seed: fc.infiniteStream(fc.nat(3)),
      tail: fc.constantFrom('', ' 1', '_24', ' Team', '!'),
    });
    fc.assert(
      fc.property(variants, ({ name, seed, tail }) => {
        const written = [...name].map((letter) => {
          const way = seed.next().value as number;
          if (way === 1) return letter.toUpperCase();
          if (way === 2) return twin[letter.toLowerCase()] ?? letter;
          return way === 3 ? `${letter} ` : letter;
        });
        return isReservedName(written.join('') + tail);
      }),
    );
  });

  it.each(['Ada', 'Administrative Anna', 'supporter of art', 'systematic', 'Alex', '王小明', '1', ''])(
    'does not match %j',
    (name) => expect(isReservedName(name)).toBe(false),
  );
});
