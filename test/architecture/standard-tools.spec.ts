/**
 * Standard tools without modifications: nothing patches Node, jest or an installed package, and each tool stays small.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const OWN_NAME = path.relative(ROOT, __filename);

const WRITERS =
  '(?:writeFile|appendFile|copyFile|createWriteStream|cp|rename|rm|unlink|symlink|link|mkdir|truncate)(?:Sync)?';
/** Names with a leading dot are files of the tools next to the packages, such as npm's own list. */
const PACKAGES = 'node_modules(?!/[.])';
const ASSIGNED = String.raw`\s*(?:[|&?]{2})?=(?![=>])`;

const RULES: { name: string; finds: (text: string) => boolean; example: string }[] = [
  {
    name: 'uses the wrapper of Node modules',
    finds: (text) => /\bModule[.]wrap\b/.test(text),
    example: 'new Script(Module.wrap(source));',
  },
  {
    name: 'replaces a function of node:vm',
    finds: (text) => new RegExp(String.raw`\bvm[.]\w+${ASSIGNED}`).test(text),
    example: 'vm.compileFunction = keepCompiled;',
  },
  {
    name: 'replaces a function of the module loader',
    finds: (text) => new RegExp(String.raw`\bModule[.](?:prototype[.])?_\w+${ASSIGNED}`).test(text),
    example: 'Module._load = (request) => load(request);',
  },
  {
    name: 'builds on the internals of jest',
    finds: (text) =>
      /(?:\bfrom|\brequire\(|\bimport\()\s*['"](?:@jest\/environment|jest-(?:environment|runtime))/.test(text),
    example: "const { default: Runtime } = require('jest-runtime');\nmodule.exports = class extends Runtime {};",
  },
  {
    name: 'extends an environment of jest',
    finds: (text) => /\bextends\s+(?:\w+[.])*(?:Node|JSDOM|JsDom)Environment\b/.test(text),
    example: 'module.exports = class extends environments.NodeEnvironment {};',
  },
  {
    name: 'writes into node_modules',
    finds: writesPackages,
    example: "const file = path.join('node_modules', 'jsdom/index.js');\nawait writeFile(file, patched);",
  },
];

function writesPackages(text: string): boolean {
  if (!text.includes('node_modules')) return false;
  const declared = text.matchAll(new RegExp(String.raw`\b(?:const|let)\s+(\w+)\s*=[^;]*?${PACKAGES}[^;]*;`, 'g'));
  const targets = [PACKAGES, ...[...declared].map(([, name]) => String.raw`\b${name}\b`)];
  return new RegExp(String.raw`\b${WRITERS}\((?:[^;]*?[^;\w])?(?:${targets.join('|')})`).test(text);
}

const listed = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((name) => name && existsSync(path.join(ROOT, name)));
const textOf = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');
const linesOf = (name: string): number => textOf(name).split('\n').length - 1;

describe('nothing patches a tool', () => {
  const files = listed('*.js', '*.cjs', '*.mjs', '*.ts', '*.tsx').filter((name) => name !== OWN_NAME);

  it('reads the sources', () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files).toContain('jest.config.cjs');
  });

  it.each(RULES)('no file $name', ({ finds }) => {
    expect(files.filter((name) => finds(textOf(name)))).toEqual([]);
  });

  it.each(RULES)('finds an example that $name', ({ finds, example }) => {
    expect(finds(example)).toBe(true);
  });

  it('allows to read a package and to write a file beside the packages', () => {
    expect(writesPackages("readFile('node_modules/a/index.js');\nwriteFile('a', 'b');")).toBe(false);
    expect(writesPackages("const stamp = at('node_modules/.stamp');\nwriteFileSync(stamp, '1');")).toBe(false);
  });
});

it('opens other sites in tabs without access to ours', () => {
  const ways = listed('client/src/*.tsx').flatMap((name) =>
    [...textOf(name).matchAll(/<a\b[^>]*\btarget="_blank"[^>]*>/g)].map(([tag]) => ({ name, tag })),
  );
  expect(ways.length).toBeGreaterThan(3);
  expect(ways.filter(({ tag }) => !tag.includes('rel="noopener noreferrer"'))).toEqual([]);
});

it('keeps the language tags in one file', () => {
  const tags = /\bzh: 'zh-CN'/;
  const files = listed('*.mjs', '*.cjs', '*.ts', '*.tsx').filter((name) => name !== OWN_NAME);
  expect(files.filter((name) => tags.test(textOf(name)))).toEqual(['shared/wire/languages.ts']);
});

describe('tools and documents stay small', () => {
  const packages = (): { dev?: true; optional?: true; devOptional?: true }[] =>
    Object.entries(JSON.parse(textOf('package-lock.json')).packages as object)
      .filter(([folder]) => folder)
      .map(([, entry]) => entry);

  it('keeps scripts within 500 lines', () => {
    const lines = listed('scripts').reduce((sum, name) => sum + linesOf(name), 0);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(500);
  });

  it('keeps the README within 80 lines', () => {
    expect(linesOf('README.md')).toBeLessThanOrEqual(80);
  });

  it('keeps the changelog within 20 KB', () => {
    expect(statSync(path.join(ROOT, 'CHANGELOG.md')).size).toBeLessThanOrEqual(20 * 1024);
  });

  it('keeps production within 250 packages', () => {
    const production = packages().filter(({ dev, optional, devOptional }) => !dev && !optional && !devOptional);
    expect(production.length).toBeGreaterThan(0);
    expect(production.length).toBeLessThanOrEqual(250);
  });

  it('keeps the lock within 1,250 packages that are not optional', () => {
    expect(packages().filter(({ optional }) => !optional).length).toBeLessThanOrEqual(1250);
  });
});
