import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { probes, hens, hen, ground, packages, devPackages, testPackages } from './dependency-probes';

// Each rule has a probe here: a file at the right place with the forbidden import, and the name of the expected
// complaint. This proves that the rule can fail. The probes are in a separate tree with the same folder names.

const root = path.resolve(__dirname, '../..');

let tree: string;
let violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
let ruleNames: readonly string[];

beforeAll(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'dependency-probe-'));
  for (const [file, text] of Object.entries(ground)) write(file, text);
  for (const file of hens) write(file, hen);
  for (const { file, imports } of probes) write(file, `${imports}\nexport const probe = 1;\n`);
  for (const name of [...packages, ...devPackages, ...testPackages]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
    write(`node_modules/${name}/index.js`, '');
  }
  const versions = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  write(
    'package.json',
    JSON.stringify({ name: 'probe', dependencies: versions(packages), devDependencies: versions(devPackages) }),
  );
  write('test/package.json', JSON.stringify({ name: 'probe-test', devDependencies: versions(testPackages) }));
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(path.join(root, file), path.join(tree, file));

  const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['server', 'shared', 'client', 'test'];
  const { stdout, stderr } = spawnSync(process.execPath, [cruiser, '--output-type', 'json', ...folders], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(`dependency-cruiser did not run: ${stderr}`);
  const { summary } = JSON.parse(stdout);
  violations = summary.violations;
  ruleNames = summary.ruleSetUsed.forbidden.map(({ name }: { name: string }) => name);
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe('dependency rules', () => {
  it.each(probes)('ASVS 1.2.5: $rule complains of $file', ({ rule, file }) => {
    expect(violations.filter(({ from }) => from === file).map((violation) => violation.rule.name)).toContain(rule);
  });

  it('have a probe each', () => {
    const probed = new Set(probes.map(({ rule }) => rule));
    expect(ruleNames.filter((name) => !probed.has(name))).toEqual([]);
  });

  it('leave legal imports alone', () => {
    expect(violations.filter(({ from }) => from in ground)).toEqual([]);
  });
});

test('ASVS 3.2.2: the client makes no HTML of text', () => {
  const files = readdirSync(path.join(root, 'client/src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /[.]tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const making = /dangerouslySetInnerHTML|insertAdjacentHTML|(?:inner|outer)HTML\s*=[^=]|document[.]write/;
  expect(
    files.filter(
      (file) => !/[.]spec[.]tsx?$/.test(file) && making.test(readFileSync(path.join(root, 'client/src', file), 'utf8')),
    ),
  ).toEqual([]);
});

describe('lint rules', () => {
  const offences: readonly (readonly [line: string, complaint: string])[] = [
    ['export const now = new Date();', 'Time comes in with the command.'],
    ['export const tick = Date.now();', 'Time comes in with the command.'],
    ['export const chance = Math.random();', 'Randomness is never in the core.'],
    ['export async function later() { return 1; }', 'The core is synchronous.'],
    ['export const waits = async () => { await later(); };', 'The core is synchronous.'],
    ['setTimeout(() => 1, 10);', 'The core is synchronous.'],
    ['export const pid = process.pid;', 'The core knows no process.'],
    ['console.log(1);', 'The core writes no log.'],
    ["export const price = parseFloat('0.1');", 'Money is integer.'],
    ["export const other = Number.parseFloat('0.1');", 'Money is integer.'],
    ['export const shown = (1).toFixed(2);', 'Money is integer; format at the edge.'],
    ['export default 1;', 'Export by name: one concept has one name everywhere.'],
  ];

  const engine = [
    'async function save() { return 1; }',
    'save();',
    "export function name(side: 'buy' | 'sell') { switch (side) { case 'buy': return 1; } return 0; }",
    'export const now = new Date();',
  ];

  // In one process, because the linter loads all types once.
  let inCore: string[][];
  let inEngine: string[][];
  beforeAll(() => {
    const core = offences.map(([line]) => line);
    [inCore, inEngine] = lint({ 'server/core/lint-probe.ts': core, 'server/engine/lint-probe.ts': engine });
  });

  it('keep clock, chance, waiting and floats out of the core', () => {
    const missed = offences.filter(([, complaint], index) => !inCore[index]?.some((text) => text.includes(complaint)));
    expect(missed).toEqual([]);
  });

  it('find a forgotten promise and a forgotten case, and let the engine read a clock', () => {
    expect(inEngine[1]?.join()).toContain('no-floating-promises');
    expect(inEngine[2]?.join()).toContain('switch-exhaustiveness-check');
    expect(inEngine[3] ?? []).toEqual([]);
  });
});

function write(file: string, text: string) {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
  writeFileSync(path.join(tree, file), text);
}

const LINTER = `
  const { ESLint } = require('eslint');
  const texts = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const linter = new ESLint({ overrideConfigFile: process.argv[1] });
  (async () => {
    const results = [];
    for (const [filePath, lines] of texts) results.push(...(await linter.lintText(lines.join('\\n'), { filePath })));
    process.stdout.write(JSON.stringify(results));
  })();
`;

/**
 * Lint messages for the texts in these probe files, by line from 0. With all real files around them the linter would
 * resolve types in a thousand files.
 */
function lint(texts: Readonly<Record<string, readonly string[]>>): string[][][] {
  const files = Object.entries(texts);
  for (const [file, lines] of files) write(file, lines.join('\n'));
  const input = JSON.stringify(files);
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', LINTER, path.join(root, 'eslint.config.mjs')], {
    ...{ cwd: tree, encoding: 'utf8', input },
    env: { ...process.env, NODE_PATH: path.join(root, 'node_modules') },
  });
  if (stdout === '') throw new Error(`eslint did not run: ${stderr}`);
  const results = JSON.parse(stdout) as {
    messages: { line: number; message: string; ruleId: string | null }[];
  }[];
  return results.map(({ messages }, index) => {
    const complaints: string[][] = files[index][1].map(() => []);
    for (const { line, message, ruleId } of messages) complaints[line - 1]?.push(`${ruleId}: ${message}`);
    return complaints;
  });
}
