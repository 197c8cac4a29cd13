import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '../..');
const TEXT = readFileSync(path.join(root, 'docs/explanation/security.md'), 'utf8');

/** The requirements of levels 1 and 2 of version 5.0.0, section by section, V1 to V17. */
const SECTIONS: [section: string, points: string][][] = [
  [
    ['1.1', '1 2'],
    ['1.2', '1 2 3 4 5 6 7 8 9'],
    ['1.3', '1 2 3 4 5 6 7 8 9 10 11'],
    ['1.4', '1 2 3'],
    ['1.5', '1 2'],
  ],
  [
    ['2.1', '1 2 3'],
    ['2.2', '1 2 3'],
    ['2.3', '1 2 3 4'],
    ['2.4', '1'],
  ],
  [
    ['3.2', '1 2'],
    ['3.3', '1 2 3 4'],
    ['3.4', '1 2 3 4 5 6'],
    ['3.5', '1 2 3 4 5'],
    ['3.7', '1 2'],
  ],
  [
    ['4.1', '1 2 3'],
    ['4.2', '1'],
    ['4.3', '1 2'],
    ['4.4', '1 2 3 4'],
  ],
  [
    ['5.1', '1'],
    ['5.2', '1 2 3'],
    ['5.3', '1 2'],
    ['5.4', '1 2 3'],
  ],
  [
    ['6.1', '1 2 3'],
    ['6.2', '1 2 3 4 5 6 7 8 9 10 11 12'],
    ['6.3', '1 2 3 4'],
    ['6.4', '1 2 3 4'],
    ['6.5', '1 2 3 4 5'],
    ['6.6', '1 2 3'],
    ['6.8', '1 2 3 4'],
  ],
  [
    ['7.1', '1 2 3'],
    ['7.2', '1 2 3 4'],
    ['7.3', '1 2'],
    ['7.4', '1 2 3 4 5'],
    ['7.5', '1 2'],
    ['7.6', '1 2'],
  ],
  [
    ['8.1', '1 2'],
    ['8.2', '1 2 3'],
    ['8.3', '1'],
    ['8.4', '1'],
  ],
  [
    ['9.1', '1 2 3'],
    ['9.2', '1 2 3 4'],
  ],
  [
    ['10.1', '1 2'],
    ['10.2', '1 2'],
    ['10.3', '1 2 3 4'],
    ['10.4', '1 2 3 4 5 6 7 8 9 10 11'],
    ['10.5', '1 2 3 4 5'],
    ['10.6', '1 2'],
    ['10.7', '1 2 3'],
  ],
  [
    ['11.1', '1 2'],
    ['11.2', '1 2 3'],
    ['11.3', '1 2 3'],
    ['11.4', '1 2 3 4'],
    ['11.5', '1'],
    ['11.6', '1'],
  ],
  [
    ['12.1', '1 2 3'],
    ['12.2', '1 2'],
    ['12.3', '1 2 3 4'],
  ],
  [
    ['13.1', '1'],
    ['13.2', '1 2 3 4 5'],
    ['13.3', '1 2'],
    ['13.4', '1 2 3 4 5'],
  ],
  [
    ['14.1', '1 2'],
    ['14.2', '1 2 3 4'],
    ['14.3', '1 2 3'],
  ],
  [
    ['15.1', '1 2 3'],
    ['15.2', '1 2 3'],
    ['15.3', '1 2 3 4 5 6 7'],
  ],
  [
    ['16.1', '1'],
    ['16.2', '1 2 3 4 5'],
    ['16.3', '1 2 3 4'],
    ['16.4', '1 2 3'],
    ['16.5', '1 2 3'],
  ],
  [
    ['17.1', '1'],
    ['17.2', '1 2 3 4'],
    ['17.3', '1 2'],
  ],
];
const POINTS = SECTIONS.flat().flatMap(([section, points]) => points.split(' ').map((point) => `${section}.${point}`));

const rows = TEXT.split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, point, what, how, test]) => ({ point, what, how, test }));

const shownByTests = rows.flatMap(({ point, test }) => {
  const [, file] = /^`(.+(?:[.]spec|-suite)[.]tsx?)`$/.exec(test) ?? [];
  return file === undefined ? [] : [{ point, file }];
});

/** Requirements named by test titles in a file, directly or by rows of their tables. */
function pointsIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const points: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) points.push(...pointsOf(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return points;
}

function pointsOf({ expression: called, arguments: [title] }: ts.CallExpression): string[] {
  const each = ts.isCallExpression(called) ? called : null;
  const name = each && ts.isPropertyAccessExpression(each.expression) ? each.expression.expression : called;
  if (!ts.isIdentifier(name) || !['it', 'test'].includes(name.text) || !title || !ts.isStringLiteralLike(title))
    return [];
  const [, named] = /^ASVS ([\d., ]+|%s): ./.exec(title.text) ?? [];
  if (named !== '%s') return named?.split(', ') ?? [];
  const [table] = each?.arguments ?? [];
  if (!table || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements.flatMap((row) => {
    const [first] = ts.isArrayLiteralExpression(row) ? row.elements : [];
    return first && ts.isStringLiteralLike(first) ? [first.text] : [];
  });
}

it('lists every requirement once, in order', () => {
  expect(POINTS).toHaveLength(253);
  expect(rows.map(({ point }) => point)).toEqual(POINTS);
});

it('tells of each how it is met, what is open, or that it does not apply', () => {
  for (const { point, what, how } of rows) {
    expect([point, what !== '', how !== '']).toEqual([point, true, true]);
    expect([point, /\*\*open:\*\* *$/.test(how)]).toEqual([point, false]);
  }
});

it('names evidence for each requirement that applies', () => {
  for (const { point, how, test } of rows) {
    const isNone = how.startsWith('_none_');
    expect([point, isNone || /^`[^`]+`$/.test(test)]).toEqual([point, true]);
    // Duties of the operator are documented, not tested.
    if (how.startsWith('_operator_'))
      expect([point, test]).toEqual([point, expect.stringMatching(/^`docs\/[\w/-]+\.md`$/)]);
  }
  expect(shownByTests.length).toBeGreaterThan(150);
});

it('names existing files', () => {
  const named = rows.flatMap(({ test }) => [...test.matchAll(/`([^`]+)`/g)].map(([, file]) => file));
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it("names tests whose title has the requirement's number", () => {
  const files = new Map(shownByTests.map(({ file }) => [file, pointsIn(file)]));
  const without = shownByTests.filter(({ point, file }) => !files.get(file)?.includes(point));
  expect(without.map(({ point }) => point)).toEqual([]);
  const named = [...files].flatMap(([file, points]) => points.map((point) => ({ point, file })));
  const other = named.filter(
    ({ point, file }) => !shownByTests.some((row) => row.point === point && row.file === file),
  );
  expect(other).toEqual([]);
});
