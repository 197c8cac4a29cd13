// `npm run check -- reach`: files outside a product's folders that import from them, or name one of its events,
// commands, entry kinds, routes or channels. `--list` prints the files. Tests, texts and styles do not count. Fails if
// a product reaches too many files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOTS = ['server', 'shared', 'client'];
/** A row of a table. */
const ROW = /^ {2}(\w+):/gm;
const TEST = /\.(spec|d)\.tsx?$|(^|\/)testing\//;
/**
 * Maximum number of files for self-contained products: one list per layer. The other products are part of common
 * trading.
 */
const FILES_MAX = { convert: 6, earn: 6, option: 6, referral: 6, robot: 6 };

const files = execFileSync('git', ['ls-files', '--', ...ROOTS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file))
  .map((file) => ({ file, ...scan(file) }));

const products = [...new Set(files.flatMap(({ file }) => /^server\/products\/([^/]+)\//.exec(file)?.[1] ?? []))].sort();
const entryKinds = new Set(
  files.flatMap(({ file, text }) =>
    /^shared\/(rules|products)\//.test(file) ? declaredIn(text, 'ENTRY_KINDS', ROW) : [],
  ),
);
const commonNames = new Set(products.flatMap((one) => [...coreLiterals(one)].filter((name) => isElsewhere(one, name))));

const tooFar = [];
const isListed = process.argv.includes('--list');
for (const product of products) {
  const folders = [`server/products/${product}/`, `shared/products/${product}/`, clientFolder(product)];
  const isOwn = (path) => folders.some((folder) => `${path}/`.startsWith(folder));
  const names = namesOf(product);
  const channels = channelsOf(product);
  const reaching = files
    .filter(({ file }) => !isOwn(file))
    .map(({ file, imports, literals, strings, isOfChannels }) => ({
      file,
      imports: imports.filter(isOwn),
      names: [
        ...literals.filter((name) => names.has(name)),
        ...(isOfChannels ? strings.filter((name) => channels.has(name)) : []),
      ],
    }))
    .filter(({ imports, names }) => imports.length + names.length > 0);
  const counts = ROOTS.map((root) => `${reaching.filter(({ file }) => file.startsWith(`${root}/`)).length} ${root}`);
  console.log(`[reach] ${product.padEnd(10)} ${counts.join(', ')}`);
  if (reaching.length > FILES_MAX[product]) tooFar.push(product);
  if (!isListed) continue;
  for (const { file, imports, names } of reaching)
    console.log(`[reach]   ${file}: ${[...new Set([...imports, ...names.map((name) => `'${name}'`)])].join(' ')}`);
}

for (const product of tooFar)
  console.error(`[reach] ${product}: more than ${FILES_MAX[product]} files; --list names them`);
if (tooFar.length > 0) process.exitCode = 1;

/** Imports as paths from the root; strings; strings and property names together. */
function scan(file) {
  const text = readFileSync(file, 'utf8');
  const imports = [];
  const literals = [];
  const strings = [];
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { imports, literals, strings, text, isOfChannels: /channel|stream/i.test(text) };

  function visit(node) {
    if (ts.isStringLiteralLike(node)) {
      const isSpecifier = ts.isImportDeclaration(node.parent) || ts.isExportDeclaration(node.parent);
      if (node.text.startsWith('.')) imports.push(join(dirname(file), node.text));
      else if (!isSpecifier) {
        literals.push(node.text);
        strings.push(node.text);
      }
    } else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) literals.push(node.name.text);
    ts.forEachChild(node, visit);
  }
}

/** Events and commands declared by its core, entry kinds used only by its core, and its routes. */
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
  return `client/src/products/${product}/`;
}

/** As declared in its own folder. */
function channelsOf(product) {
  const own = files.filter(({ file }) => file.startsWith(`shared/products/${product}/`));
  return new Set(own.flatMap(({ text }) => declaredIn(text, 'CHANNELS', /'(\w+)'/g)));
}

/** Content of the constants whose names match, each to the end of its statement. */
function declaredIn(text, name, pattern) {
  const bodies = [...text.matchAll(new RegExp(`^export const (?:[A-Z_]+_)?${name} = ([^]*?);\\n`, 'gm'))];
  return bodies.flatMap(([, body]) => [...body.matchAll(pattern)].map(([, found]) => found));
}
