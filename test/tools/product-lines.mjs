// `npm run check -- lines`: lines of product code without blanks and comments, by layer. Tests, texts and styles do not count.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const PRODUCT = ['server', 'shared', 'client', 'docs'];
const CODE = /\.(ts|tsx|mjs|cjs|js|py)$/;
const TEST = /\.spec\.tsx?$|(^|\/)testing\//;

const files = execFileSync('git', ['ls-files', '--', ...PRODUCT], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => CODE.test(file) && !TEST.test(file));

const layers = new Map();
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const layer = file.split('/').slice(0, file.startsWith('client/src/') ? 3 : 2);
  const name = layer.filter((part) => !CODE.test(part)).join('/');
  layers.set(name, (layers.get(name) ?? 0) + (file.endsWith('.py') ? pythonLines(text) : scriptLines(file, text)));
}

for (const [name, lines] of [...layers].sort((one, other) => other[1] - one[1]))
  console.log(`[lines] ${String(lines).padStart(7)} ${name}`);
const total = [...layers.values()].reduce((sum, lines) => sum + lines, 0);
console.log(`[lines] ${String(total).padStart(7)} in ${files.length} files`);

function pythonLines(text) {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#')).length;
}

/** Lines with at least one token. */
function scriptLines(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const lines = new Set();
  visit(source);
  return [...lines].filter((line) => text.slice(...lineSpan(source, line)).trim() !== '').length;

  function visit(node) {
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    if (children.length === 0 && node.getWidth(source) > 0) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      for (let line = first; line <= last; line++) lines.add(line);
    }
    children.forEach(visit);
  }
}

function lineSpan(source, line) {
  const starts = source.getLineStarts();
  return [starts[line], starts[line + 1] ?? source.text.length];
}
