import { lineDiff } from './line-diff';

const told = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${text}`);

describe('line difference', () => {
  it('of equal texts has no changes', () => {
    expect(told('a\nb', 'a\nb')).toEqual([' a', ' b']);
    expect(told('', '')).toEqual([]);
  });

  it('lists removed and added lines in place', () => {
    expect(told('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual([' a', '-b', '+x', ' c', '+y', ' d']);
    expect(told('', 'a')).toEqual(['+a']);
    expect(told('a\nb', '')).toEqual(['-a', '-b']);
    expect(told('a\na\nb', 'a\nb')).toEqual([' a', '-a', ' b']);
  });

  it('reproduces both texts', () => {
    const [before, after] = ['one\ntwo\nthree\nfour\ntwo', 'zero\ntwo\nfour\nthree\ntwo\nfive'];
    const lines = lineDiff(before, after);
    const of = (kind: string) =>
      lines.filter((line) => line.kind === 'same' || line.kind === kind).map(({ text }) => text);
    expect(of('gone').join('\n')).toBe(before);
    expect(of('new').join('\n')).toBe(after);
  });

  it('of very long texts is one removal and one addition', () => {
    const many = (word: string) => Array.from({ length: 2_100 }, (_, line) => `${word} ${line}`).join('\n');
    const lines = lineDiff(many('a'), many('b'));
    expect(lines).toHaveLength(4_200);
    expect(lines[0].kind).toBe('gone');
    expect(lines[4_199].kind).toBe('new');
  });
});
