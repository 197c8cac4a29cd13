import { linesOf } from './text-lines';

const upTo = (most: number) => (line: string) => line.length <= most;

test('lines break between words and fit the width', () => {
  expect(linesOf('Trade with me today', 'en', upTo(10))).toEqual(['Trade with', 'me today']);
  expect(linesOf('Trade', 'en', upTo(2))).toEqual(['Trade']);
  expect(linesOf('', 'en', upTo(2))).toEqual([]);
});

test('text without spaces breaks between characters', () => {
  const lines = linesOf('每一笔账目都可查证的开放交易所。', 'zh-CN', upTo(6));
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join('')).toBe('每一笔账目都可查证的开放交易所。');
  // A full stop never starts a line.
  expect(lines.at(-1)).not.toBe('。');
});
