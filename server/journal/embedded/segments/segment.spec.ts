/** Parsing of a journal's lines and of the batch's offsets in a line. */
import { firstOf, frameOf, lineHead } from './segment';

const HASH = '0123456789abcdef'.repeat(4);
const BODY = '{"v":1,"first":42,"at":7,"prev":"x"}';
const LINE = `${lineHead(HASH, 12, 3, 456)}${BODY}}`;
const frame = (line: string) => frameOf(Buffer.from(line));

test('parses the hash, the place in the group and the batch of a line', () => {
  const found = frame(LINE);
  expect(found).toMatchObject({ hash: HASH, group: 12, place: 3, count: 456 });
  expect(LINE.slice(found?.start, found?.end)).toBe(BODY);
  expect(found && firstOf(Buffer.from(LINE), found)).toBe(42);
});

test('rejects prefixes of a line', () => {
  const beginnings = Array.from({ length: LINE.length }, (_, length) => LINE.slice(0, length));
  const read = beginnings.filter((beginning) => frame(beginning) !== null);
  // The batch's own brace can close the line: the hash then detects the missing byte.
  expect(read).toEqual([LINE.slice(0, -1)]);
});

test('rejects a line with any other byte in its head', () => {
  const end = LINE.indexOf(BODY);
  for (let at = 0; at < end; at++) {
    expect([at, frame(`${LINE.slice(0, at)}#${LINE.slice(at + 1)}`)]).toEqual([at, null]);
  }
});

test.each([
  ['a letter in capitals', LINE.replace(HASH, HASH.toUpperCase())],
  ['a hash that is too short', LINE.replace(HASH, HASH.slice(1))],
  ['a hash that is too long', LINE.replace(HASH, `${HASH}0`)],
  ['no group', LINE.replace('"group":12', '"group":')],
  ['a group below nothing', LINE.replace('"group":12', '"group":-12')],
  ['a fraction', LINE.replace('"place":3', '"place":3.5')],
  ['more digits than a position can have', LINE.replace('"count":456', `"count":${'4'.repeat(17)}`)],
  ['a list in place of the batch', LINE.replace(BODY, `[${BODY}]`)],
  ['something behind it', `${LINE} `],
  ['nothing in it', ''],
])('rejects a line with %s', (_, line) => {
  expect(frame(line)).toBeNull();
});

test.each(['{"first":42}', '{"v":1,"at":7,"first":42}', '{"v":1,"first":"42",', '{"v":1,"first":42}'])(
  'finds no position in a batch that begins with %s',
  (body) => {
    const line = LINE.replace(BODY, body.endsWith('}') ? body : `${body}"at":7}`);
    const found = frame(line);
    expect(found && firstOf(Buffer.from(line), found)).toBe(-1);
  },
);
