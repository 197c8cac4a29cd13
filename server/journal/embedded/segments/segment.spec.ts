/** What counts as a line of a journal, and where its batch stands in it. */
import { firstOf, frameOf, lineHead } from './segment';

const HASH = '0123456789abcdef'.repeat(4);
const BODY = '{"v":1,"first":42,"at":7,"prev":"x"}';
const LINE = `${lineHead(HASH, 12, 3, 456)}${BODY}}`;
const frame = (line: string) => frameOf(Buffer.from(line));

test('a line says its hash, its place in its group, and where the batch is', () => {
  const found = frame(LINE);
  expect(found).toMatchObject({ hash: HASH, group: 12, place: 3, count: 456 });
  expect(LINE.slice(found?.start, found?.end)).toBe(BODY);
  expect(found && firstOf(Buffer.from(LINE), found)).toBe(42);
});

test('no beginning of a line is one', () => {
  const beginnings = Array.from({ length: LINE.length }, (_, length) => LINE.slice(0, length));
  const read = beginnings.filter((beginning) => frame(beginning) !== null);
  // The batch's own brace closes as the line's would: what is missing then is seen by its hash.
  expect(read).toEqual([LINE.slice(0, -1)]);
});

test('a line whose head has any other byte is none', () => {
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
])('a line with %s is none', (_, line) => {
  expect(frame(line)).toBeNull();
});

test.each(['{"first":42}', '{"v":1,"at":7,"first":42}', '{"v":1,"first":"42",', '{"v":1,"first":42}'])(
  'a batch that begins with %s says no position',
  (body) => {
    const line = LINE.replace(BODY, body.endsWith('}') ? body : `${body}"at":7}`);
    const found = frame(line);
    expect(found && firstOf(Buffer.from(line), found)).toBe(-1);
  },
);
