/** Comments and headings begin with their subject: "The price of…", not "What it costs is…". Questions are free. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const OPENING = /^(What|Who|Whose|Whom|Whoever|Whatever|Of|So|Nobody|Where)\b/;
const COMMENT = /^\s*(\{?\/\*\*?|\/\/|#)\s?(.*)$/;

function filesOf(...endings: string[]): string[] {
  const patterns = endings.map((ending) => `*.${ending}`);
  return execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
}

function isRefused(text: string): boolean {
  return OPENING.test(text) && !/\?\W*$/.test(text);
}

/** First lines of comments that open with a refused word. The further lines of a `//` or `#` block continue a sentence. */
function refusedIn(text: string): string[] {
  const lines = text.split('\n');
  const comments = lines.map((line) => COMMENT.exec(line));
  return lines.filter((_, index) => {
    const [, mark, rest] = comments[index] ?? [];
    if (mark === undefined) return false;
    const isBlock = mark.includes('*');
    if (!isBlock && comments[index - 1]?.[1] === mark) return false;
    return isRefused(isBlock && rest === '' ? lines[index + 1].replace(/^\s*\*?\s*/, '') : rest);
  });
}

it.each([
  ['/** What it costs. */', true],
  ['  // Nobody waits for it.', true],
  ['/**\n * Who asks for it.\n */', true],
  ['{/* Where it stands. */}', true],
  ['# Of the house.', true],
  ['// What if it fails?', false],
  ['// The owner decides\n// what it costs.', false],
  ['// The owner decides\n// Of both.', false],
  ['/** Sorted by price. */', false],
])('%j is refused: %s', (text, isExpected) => {
  expect(refusedIn(text).length > 0).toBe(isExpected);
});

it('no comment opens with a relative clause', () => {
  const files = filesOf('ts', 'tsx', 'mjs', 'cjs', 'css', 'py', 'sh', 'yml');
  expect(files.length).toBeGreaterThan(1_000);
  const refused = files.flatMap((file) =>
    refusedIn(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  );
  expect(refused).toEqual([]);
});

it('no heading of a document opens with a relative clause; help articles talk to users', () => {
  const documents = filesOf('md').filter((file) => !file.startsWith('server/'));
  const refused = documents.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.*)$/gm)]
      .filter(([, heading]) => isRefused(heading))
      .map(([line]) => `${file}: ${line}`),
  );
  expect(refused).toEqual([]);
});
