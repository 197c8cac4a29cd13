/**
 * Compares the table of direct dependencies with both manifests, and each dependency with its use: the root declares
 * the packages for building and running, test/package.json those for tests and checks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

type Packages = Record<string, string>;
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Packages>> & {
  peerDependencies?: Packages;
  bin?: string | Packages;
  scripts?: Packages;
};

const ROOT = path.resolve(__dirname, '../..');
const SOURCES = ['server', 'shared', 'client', 'test', 'scripts'];
/** A quoted package name, possibly with a subpath: `'big.js'`, `'@scure/base'`, `'vite/client'`. */
const NAMED = /['"](?:[./]+node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\n]*)?['"]/g;
/** A package that is loaded: `from 'big.js'`, `import 'zod'`, `import('ccxt')`, `require('pg')`, but no `import type`. */
const LOADED =
  /(?:^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s*)?|\b(?:import|require(?:\.resolve)?)\(\s*)['"]((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^'"\n]*)?['"]/gm;
const SOURCE = /[.](ts|tsx|mjs|cjs|css|json)$/;
/** Files that neither the build nor a start reads. */
const OF_TESTS =
  /^test\/|[.]spec[.]tsx?$|^client\/src\/testing\/|^scripts\/(?!bootstrap|faults|lock)|^(?:jest|eslint)[.]config|^[.]|^tsconfig[.]test/;

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const manifestOf = (folder: string): Manifest => JSON.parse(textOf(path.join(folder, 'package.json'))) as Manifest;
const { dependencies = {}, devDependencies = {}, scripts = {}, ...root } = manifestOf('.');
const { devDependencies: testDependencies = {}, optionalDependencies = {}, ...test } = manifestOf('test');
const ofRoot = Object.keys({ ...dependencies, ...devDependencies });
const ofTests = Object.keys(testDependencies);

const files = [
  ...SOURCES.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
  ...readdirSync(ROOT),
].filter(
  (file) =>
    SOURCE.test(file) &&
    !/(^|\/)(package|package-lock|knip)[.]json$/.test(file) &&
    !file.startsWith('test/architecture/dependencies.'),
);
const product = files.filter((file) => !OF_TESTS.test(file));
const namesIn = (some: string[], pattern: RegExp): Set<string> =>
  new Set(some.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, name]) => name)));
const namedByProduct = namesIn(product, NAMED);
const namedAnywhere = namesIn(files, NAMED);
const peersOf = (names: string[]): string[] =>
  names.flatMap((name) => Object.keys(manifestOf(`node_modules/${name}`).peerDependencies ?? {}));

/** jest's configuration names only `jsdom`. */
const isNamed = (name: string, named: Set<string>): boolean =>
  [name, /^(?:@types\/|jest-environment-)(.+)$/.exec(name)?.[1] ?? name].some((one) => named.has(one));

/** Names in the first column of the table under a heading. */
function rowsUnder(heading: string): string[] {
  const [, section = ''] = textOf('docs/reference/dependencies.md').split(new RegExp(`^## ${heading}$`, 'm'));
  return [...section.split(/^## /m)[0].matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
}

it.each([
  ['In production', dependencies],
  ['For building', devDependencies],
  ['For tests and checks', testDependencies],
  ['Optional', optionalDependencies],
])('has one row for each package: %s', (heading, packages) => {
  expect(rowsUnder(heading).sort()).toEqual(Object.keys(packages).sort());
});

function programsOf(name: string): string[] {
  const { bin = {} } = manifestOf(`node_modules/${name}`);
  return Object.keys(typeof bin === 'string' ? { [name]: bin } : bin);
}

it('declares each package once', () => {
  expect(ofTests.filter((name) => ofRoot.includes(name))).toEqual([]);
  expect([root.optionalDependencies, test.dependencies]).toEqual([undefined, undefined]);
});

it('installs all packages into one folder, which all sources see', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { resolved?: string }> };
  const folders = Object.keys(packages);
  expect(folders.filter((folder) => folder.startsWith('test/'))).toEqual([]);
  expect(folders).toEqual(expect.arrayContaining(ofTests.map((name) => `node_modules/${name}`)));
  // The lock names no registry, so that each user's own is used.
  expect(folders.flatMap((folder) => packages[folder].resolved ?? [])).toEqual(['test']);
});

it('declares at the root what the product loads', () => {
  const loaded = [...namesIn(product, LOADED)].filter((name) => !builtinModules.includes(name) && name !== 'node');
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.filter((name) => !ofRoot.includes(name))).toEqual([]);
});

it('declares at the root only packages named by the product or its build, and their peers', () => {
  expect(product.length).toBeGreaterThan(1_000);
  const peers = peersOf(ofRoot);
  const runsBuild = (name: string): boolean => textOf('scripts/bootstrap.mjs').includes(`node_modules/${name}/`);
  const isNeeded = (name: string): boolean =>
    isNamed(name, namedByProduct) || peers.includes(name) || runsBuild(name) || name === '@types/node';
  expect(ofRoot.filter((name) => !isNeeded(name))).toEqual([]);
});

it('declares for tests the packages that are imported, named in a configuration, run by a script, or peers of others', () => {
  const words = new Set(Object.values(scripts).flatMap((script) => script.split(' ')));
  const isRun = (name: string): boolean => programsOf(name).some((program) => words.has(program));
  const peers = peersOf([...ofRoot, ...ofTests]);
  const isUsed = (name: string): boolean => isNamed(name, namedAnywhere) || peers.includes(name) || isRun(name);
  expect(ofTests.filter((name) => !isUsed(name))).toEqual([]);
  // Other platforms have none of the optional packages.
  expect(Object.keys(optionalDependencies).filter((name) => !namedAnywhere.has(name))).toEqual([]);
});

it('installs the packages of tests before each command that needs them, and for no start', () => {
  const programs = new Set(ofTests.flatMap(programsOf));
  const needsTests = (command: string): boolean =>
    command.includes('dist/test/') ||
    command.split(' ').some((word) => programs.has(word)) ||
    [...namesIn(command.match(/scripts\/[\w-]+[.]mjs/g) ?? [], LOADED)].some((name) => ofTests.includes(name));
  const needing = Object.keys(scripts).filter((name) => needsTests(scripts[name]));
  expect(needing).toEqual(expect.arrayContaining(['test', 'bench', 'format', 'check:eslint', 'docs:images']));
  expect(needing.filter((name) => !/bootstrap[.]mjs --(tests|tools)/.test(scripts[`pre${name}`]))).toEqual([]);
  expect(scripts.prestart).toBe('node scripts/bootstrap.mjs');
});
