// `npm run check -- reach`: files outside a product's folders that import from them, or name one of its events, commands, entry
// kinds, routes or channels. `--list` prints the files. Tests, texts and styles do not count.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOTS = ['server', 'shared', 'client'];
const TEST = /\.(spec|d)\.tsx?$|(^|\/)testing\//;
/** Folder of the client, where it has another name. */
const CLIENT_FOLDERS = { perpetual: 'contract' };

const files = execFileSync('git', ['ls-files', '--', ...ROOTS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file))
  .map((file) => ({ file, ...scan(file) }));

const products = [...new Set(files.flatMap(({ file }) => /^server\/products\/([^/]+)\//.exec(file)?.[1] ?? []))].sort();
const entryKinds = namesUnder('shared/rules/entry-kinds.ts', 'ENTRY_KINDS');
const channels = stringsUnder('shared/wire/market-data.ts', 'PRIVATE_CHANNELS');
const commonNames = new Set(products.flatMap((one) => [...coreLiterals(one)].filter((name) => isElsewhere(one, name))));

const isListed = process.argv.includes('--list');
for (const product of products) {
  const folders = [`server/products/${product}/`, `shared/products/${product}/`, clientFolder(product)];
  const isOwn = (path) => folders.some((folder) => `${path}/`.startsWith(folder));
  const names = namesOf(product);
  const reaching = files
    .filter(({ file }) => !isOwn(file))
    .map(({ file, imports, literals, isOfChannels }) => ({
      file,
      imports: imports.filter(isOwn),
      names: literals.filter((name) => names.has(name) || (isOfChannels && channels.has(name) && name === product)),
    }))
    .filter(({ imports, names }) => imports.length + names.length > 0);
  const counts = ROOTS.map((root) => `${reaching.filter(({ file }) => file.startsWith(`${root}/`)).length} ${root}`);
  console.log(`[reach] ${product.padEnd(10)} ${counts.join(', ')}`);
  if (!isListed) continue;
  for (const { file, imports, names } of reaching)
    console.log(`[reach]   ${file}: ${[...new Set([...imports, ...names.map((name) => `'${name}'`)])].join(' ')}`);
}

/** Imports as paths from the root; strings and names of properties. */
function scan(file) {
  const text = readFileSync(file, 'utf8');
  const imports = [];
  const literals = [];
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { imports, literals, text, isOfChannels: /channel|stream/i.test(text) };

  function visit(node) {
    if (ts.isStringLiteralLike(node)) {
      const isSpecifier = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
      if (node.text.startsWith('.')) imports.push(join(dirname(file), node.text));
      else if (!isSpecifier) literals.push(node.text);
    } else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) literals.push(node.name.text);
    ts.forEachChild(node, visit);
  }
}

/** Events and commands that its core declares, entry kinds that its core alone uses, its routes. */
function namesOf(product) {
  const names = new Set();
  for (const { file, text } of files) {
    if (file.startsWith(`server/products/${product}/core/`))
      for (const [, name] of text.matchAll(/\bmessage\(\s*'(\w+)'/g)) names.add(name);
    if (file.startsWith(`shared/products/${product}/`))
      for (const [, name] of text.matchAll(/\bpath: '([^']+)'/g)) names.add(name);
  }
  for (const kind of entryKinds) if (coreLiterals(product).has(kind) && !commonNames.has(kind)) names.add(kind);
  return names;
}

function coreLiterals(product) {
  const own = files.filter(({ file }) => file.startsWith(`server/products/${product}/core/`));
  return new Set(own.flatMap(({ literals }) => literals));
}

function isElsewhere(product, name) {
  return products.some((other) => other !== product && coreLiterals(other).has(name));
}

function clientFolder(product) {
  return `client/src/products/${CLIENT_FOLDERS[product] ?? product}/`;
}

/** Names of the properties of a constant. */
function namesUnder(file, constant) {
  const body = bodyOf(file, constant);
  return new Set([...body.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name));
}

function stringsUnder(file, constant) {
  return new Set([...bodyOf(file, constant).matchAll(/'(\w+)'/g)].map(([, name]) => name));
}

/** Text from the constant to the end of its statement. */
function bodyOf(file, constant) {
  const { text } = files.find((one) => one.file === file);
  const from = text.indexOf(`const ${constant}`);
  return text.slice(from, text.indexOf(';\n', from));
}
