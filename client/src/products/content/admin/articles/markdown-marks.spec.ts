import { marked, type MarkName } from './markdown-marks';

/** Applies a mark; `|` in the texts stands for both ends of the selection. */
function after(mark: MarkName, shown: string): string {
  const start = shown.indexOf('|');
  const end = shown.lastIndexOf('|') - 1;
  const text = shown.replaceAll('|', '');
  const done = marked(mark, text, start, end);
  const changed = text.slice(0, done.from) + done.text + text.slice(done.to);
  return `${changed.slice(0, done.start)}|${changed.slice(done.start, done.end)}|${changed.slice(done.end)}`;
}

describe('Markdown formatting buttons', () => {
  it.each([
    ['bold', 'a |word| more', 'a **|word|** more'],
    ['bold', 'a **|word|** more', 'a |word| more'],
    ['bold', '||', '**||**'],
    ['italic', 'a |word|', 'a *|word|*'],
    ['heading', 'one\nt|w|o\nthree', 'one\n|## two|\nthree'],
    ['heading', '|## two|', '|two|'],
    ['list', 'o|ne\ntw|o\nthree', '|- one\n- two|\nthree'],
    ['list', '|- one\n- two|', '|one\ntwo|'],
    ['link', 'see |the fees| here', 'see [the fees](|/|) here'],
  ] as const)('%s on %j gives %j', (mark, before, then) => expect(after(mark, before)).toBe(then));
});
