/** The table of direct dependencies, compared with package.json, and each of them with its use. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Packages = Record<string, string>;
type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Packages>> & {
  peerDependencies?: Packages;
  bin?: string | Packages;
  scripts?: Packages;
};

const ROOT = path.resolve(__dirname, '../..');
const SOURCES = ['server', 'shared', 'client', 'test', 'scripts'];
/** A package in quotes, with what follows its name: `'big.js'`, `'@scure/base'`, `'vite/client'`. */
const NAMED = /['"](?:[./]+node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^'"\n]*)?['"]/g;
const SOURCE = /[.](ts|tsx|mjs|cjs|css|json)$/;

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const manifestOf = (folder: string): Manifest => JSON.parse(textOf(path.join(folder, 'package.json'))) as Manifest;
const { dependencies = {}, devDependencies = {}, optionalDependencies = {}, scripts = {} } = manifestOf('.');
const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });

/** Names in the first column of the table under a heading. */
function rowsUnder(heading: string): string[] {
  const [, section = ''] = textOf('docs/reference/dependencies.md').split(new RegExp(`^## ${heading}$`, 'm'));
  return [...section.split(/^## /m)[0].matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
}

it.each([
  ['In production', dependencies],
  ['For building and testing', devDependencies],
  ['Optional', optionalDependencies],
])('has one row for each package: %s', (heading, packages) => {
  expect(rowsUnder(heading).sort()).toEqual(Object.keys(packages).sort());
});

it('is imported, named in a configuration, run by a script, or a peer of another one', () => {
  const files = [
    ...SOURCES.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    ),
    ...readdirSync(ROOT).filter((file) => !/^(package|package-lock|knip)[.]json$/.test(file)),
  ].filter((file) => SOURCE.test(file) && !file.startsWith('test/architecture/dependencies.'));
  const named = new Set(files.flatMap((file) => [...textOf(file).matchAll(NAMED)].map(([, name]) => name)));
  // Another system has none of the optional packages.
  const installed = Object.keys({ ...dependencies, ...devDependencies });
  const words = new Set(Object.values(scripts).flatMap((script) => script.split(' ')));
  const isRun = (name: string): boolean => {
    const { bin = {} } = manifestOf(`node_modules/${name}`);
    return Object.keys(typeof bin === 'string' ? { [name]: bin } : bin).some((program) => words.has(program));
  };
  const peers = installed.flatMap((name) => Object.keys(manifestOf(`node_modules/${name}`).peerDependencies ?? {}));
  const isUsed = (name: string): boolean => {
    // jest's configuration says `jsdom` alone.
    const [, short] = /^(?:@types\/|jest-environment-)(.+)$/.exec(name) ?? [name, name];
    return (
      [name, short].some((one) => named.has(one)) ||
      (installed.includes(name) && isRun(name)) ||
      peers.includes(name) ||
      name === '@types/node'
    );
  };
  expect(files.length).toBeGreaterThan(1_000);
  expect(direct.filter((name) => !isUsed(name))).toEqual([]);
});
