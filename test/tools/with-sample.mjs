// A copy of the tree with the sample product (`test/sample`) installed, and with the lines that
// docs/how-to/add-a-product.md gives for each list. `node test/tools/with-sample.mjs <folder>`
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = 'docs/how-to/add-a-product.md';
const PLACES = {
  'test/sample/server': 'server/products/sample',
  'test/sample/shared': 'shared/products/sample',
  'test/sample/client': 'client/src/products/sample',
};
const ROW = /^\| \[([^\]]+)\]\([^)]+\) +\| `(\w+)` +\| `([^`]+)` +\| `([^`]+)` +\|$/gm;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const [target] = process.argv.slice(2);
if (!target || existsSync(path.join(target, 'package.json'))) throw new Error('name an empty folder');

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
for (const file of files.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)))) {
  mkdirSync(path.join(target, path.dirname(file)), { recursive: true });
  copyFileSync(path.join(root, file), path.join(target, file));
}
execFileSync('ln', ['-s', path.join(root, 'node_modules'), target]);
for (const [from, to] of Object.entries(PLACES))
  cpSync(path.join(root, from), path.join(target, to), { recursive: true });

const rows = [...readFileSync(path.join(root, PAGE), 'utf8').matchAll(ROW)];
if (rows.length === 0) throw new Error(`${PAGE} names no list`);
for (const [, file, list, line, imported] of rows) {
  const name = path.join(target, file);
  writeFileSync(name, withImport(withLine(readFileSync(name, 'utf8'), list, line), imported));
}

/** Added at the end of the list. */
function withLine(text, list, line) {
  const begin =
    text.indexOf(' = ', text.indexOf(`export const ${list}`) + 1 || text.indexOf(`const ${list}`)) + ' = '.length;
  const end = closing(text, begin);
  const isOneLine = text[end - 1] !== '\n';
  return text.slice(0, end) + (isOneLine ? `, ${line}` : `  ${line},\n`) + text.slice(end);
}

/** Position of the bracket that closes the one at `begin`. */
function closing(text, begin) {
  let depth = 0;
  for (let at = begin; at < text.length; at++) {
    if ('[{'.includes(text[at])) depth++;
    if (']}'.includes(text[at]) && --depth === 0) return at;
  }
  throw new Error('the list does not end');
}

function withImport(text, imported) {
  const begin = text.search(/^import /m);
  return `${text.slice(0, begin)}${imported}\n${text.slice(begin)}`;
}
