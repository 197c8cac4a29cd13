import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// A rule that cannot complain is worth nothing. Each rule has a probe here: a file in its place, with the import that the
// rule forbids, and the complaint by name. The probes stand in a tree of their own, under the same folder names.

const root = path.resolve(__dirname, '../..');

interface Probe {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

const probes: readonly Probe[] = [
  {
    rule: 'server-starts-no-program',
    file: 'server/views/starts.ts',
    imports: `import { spawn } from 'node:child_process'`,
  },
  { rule: 'core-is-pure', file: 'server/core/reads-files.ts', imports: `import fs from 'node:fs'` },
  { rule: 'core-is-pure', file: 'server/core/uses-package.ts', imports: `import { Subject } from 'rxjs'` },
  { rule: 'core-is-pure', file: 'server/core/uses-engine.ts', imports: `import { engine } from '../engine/ground'` },
  {
    rule: 'core-is-pure',
    file: 'server/core/uses-wire.ts',
    imports: `import type { wire } from '../../shared/wire/ground'`,
  },
  {
    rule: 'core-is-pure',
    file: 'server/products/spot/core/uses-api.ts',
    imports: `import type { handler } from '../api/place-order.handler'`,
  },
  {
    rule: 'kernel-names-no-product',
    file: 'server/core/uses-product.ts',
    imports: `import { spot } from '../products/spot/core/ground'`,
  },
  {
    rule: 'core-reaches-nothing-impure',
    file: 'server/core/uses-tainted-rules.ts',
    imports: `import { probe } from '../../shared/rules/tainted'`,
  },
  { rule: 'rules-import-only-big-js', file: 'shared/rules/tainted.ts', imports: `import { z } from 'zod'` },
  {
    rule: 'rules-import-only-big-js',
    file: 'shared/rules/uses-wire.ts',
    imports: `import { wire } from '../wire/ground'`,
  },
  {
    rule: 'engine-below-the-shell',
    file: 'server/engine/uses-views.ts',
    imports: `import { views } from '../views/ground'`,
  },
  {
    rule: 'engine-below-the-shell',
    file: 'server/engine/uses-adapter.ts',
    imports: `import { adapter } from '../journal/embedded-journal'`,
  },
  {
    rule: 'engine-below-the-shell',
    file: 'server/engine/uses-nest.ts',
    imports: `import { Module } from '@nestjs/common'`,
  },
  {
    rule: 'journal-below-the-shell',
    file: 'server/journal/uses-engine.ts',
    imports: `import { engine } from '../engine/ground'`,
  },
  {
    rule: 'journal-below-the-shell',
    file: 'server/journal/uses-nest.ts',
    imports: `import { Module } from '@nestjs/common'`,
  },
  {
    rule: 'views-below-the-shell',
    file: 'server/views/uses-engine.ts',
    imports: `import { engine } from '../engine/ground'`,
  },
  {
    rule: 'views-below-the-shell',
    file: 'server/products/spot/live/uses-engine.ts',
    imports: `import { engine } from '../../../engine/ground'`,
  },
  {
    rule: 'views-below-the-shell',
    file: 'server/views/uses-adapter.ts',
    imports: `import { adapter } from '../journal/embedded-journal'`,
  },
  {
    rule: 'audit-below-the-shell',
    file: 'server/audit/uses-features.ts',
    imports: `import { feature } from '../features/ground'`,
  },
  {
    rule: 'audit-below-the-shell',
    file: 'server/audit/uses-nest.ts',
    imports: `import { Module } from '@nestjs/common'`,
  },
  {
    rule: 'features-through-the-buses',
    file: 'server/products/spot/api/spot.controller.ts',
    imports: `import { engine } from '../../../engine/ground'`,
  },
  {
    rule: 'features-through-the-buses',
    file: 'server/products/spot/api/spot.gateway.ts',
    imports: `import { views } from '../../../views/ground'`,
  },
  {
    rule: 'features-not-into-core-or-journal',
    file: 'server/products/spot/api/uses-core.ts',
    imports: `import { core } from '../../../core/ground'`,
  },
  {
    rule: 'features-not-into-core-or-journal',
    file: 'server/products/spot/api/uses-journal.ts',
    imports: `import { journal } from '../../../journal/port'`,
  },
  {
    rule: 'platform-below-features',
    file: 'server/platform/uses-rows.ts',
    imports: `import { probe } from '../products/all'`,
  },
  { rule: 'rows-load-no-nest', file: 'server/products/all.ts', imports: `import { Module } from '@nestjs/common'` },
  {
    rule: 'rows-load-no-nest',
    file: 'server/views/probe.worker.ts',
    imports: `import { probe } from '../products/all'`,
  },
  {
    rule: 'platform-below-features',
    file: 'server/platform/uses-feature.ts',
    imports: `import { feature } from '../features/ground'`,
  },
  {
    rule: 'event-store-only-in-journal',
    file: 'server/engine/uses-event-store.ts',
    imports: `import { EventStoreDBClient } from '@eventstore/db-client'`,
  },
  {
    rule: 'ccxt-only-in-its-thread',
    file: 'server/platform/uses-ccxt.ts',
    imports: `export const loaded = () => import('ccxt')`,
  },
  {
    rule: 'ccxt-not-at-once',
    file: 'server/platform/prices/exchanges/exchanges.worker.ts',
    imports: `import { pro } from 'ccxt'`,
  },
  {
    rule: 'server-not-into-client',
    file: 'server/platform/uses-client.ts',
    imports: `import { ui } from '../../client/src/shared/ground'`,
  },
  {
    rule: 'client-only-shared',
    file: 'client/src/app/uses-server.ts',
    imports: `import type { core } from '../../../server/core/ground'`,
  },
  {
    rule: 'replay-in-the-browser-is-pure',
    file: 'client/src/pages/admin/records/evidence.worker.ts',
    imports: `import { engine } from '../../../../../server/engine/ground'`,
  },
  {
    rule: 'client-not-up-from-shared',
    file: 'client/src/shared/uses-entity.ts',
    imports: `import { book } from '../entities/book/ground'`,
  },
  {
    rule: 'client-not-up-from-entities',
    file: 'client/src/entities/order/uses-feature.ts',
    imports: `import { ticket } from '../../features/ticket/ground'`,
  },
  {
    rule: 'client-not-up-from-features',
    file: 'client/src/features/ticket/uses-page.ts',
    imports: `import { page } from '../../pages/home/ground'`,
  },
  {
    rule: 'client-not-up-from-pages',
    file: 'client/src/pages/home/uses-app.ts',
    imports: `import { app } from '../../app/ground'`,
  },
  {
    rule: 'client-not-up-from-pages',
    file: 'client/src/terminal/uses-product.ts',
    imports: `import { SPOT } from '../products/spot/manifest'`,
  },
  {
    rule: 'client-not-up-from-features',
    file: 'client/src/features/ticket/uses-terminal.ts',
    imports: `import { terminal } from '../../terminal/ground'`,
  },
  {
    rule: 'client-not-up-from-entities',
    file: 'client/src/entities/order/uses-product.ts',
    imports: `import { SPOT } from '../../products/spot/manifest'`,
  },
  {
    rule: 'client-not-up-from-shared',
    file: 'client/src/shared/uses-manifest.ts',
    imports: `import type { Manifest } from '../products/manifest'`,
  },
  {
    rule: 'client-not-up-from-products',
    file: 'client/src/products/spot/uses-app.ts',
    imports: `import { app } from '../../app/ground'`,
  },
  {
    rule: 'client-no-product-knows-another',
    file: 'client/src/products/mining/uses-spot.ts',
    imports: `import { SPOT } from '../spot/manifest'`,
  },
  {
    rule: 'client-no-product-knows-another',
    file: 'client/src/products/mining/uses-list.ts',
    imports: `import { PRODUCTS } from '../all'`,
  },
  {
    rule: 'client-products-by-their-manifests',
    file: 'client/src/app/uses-screen.ts',
    imports: `import { screen } from '../products/spot/screens/ground'`,
  },
  {
    rule: 'client-products-not-into-pages',
    file: 'client/src/products/spot/screens/uses-page.ts',
    imports: `import { page } from '../../../pages/home/ground'`,
  },
  {
    rule: 'client-product-admin-not-into-sections',
    file: 'client/src/products/spot/admin/uses-section.ts',
    imports: `import { section } from '../../../pages/admin/people/ground'`,
  },
  {
    rule: 'client-product-api-lowest',
    file: 'client/src/products/spot/api/uses-panel.ts',
    imports: `import { panel } from '../panels/orders/ground'`,
  },
  {
    rule: 'client-product-panels-below-screens',
    file: 'client/src/products/spot/ticket/uses-screen.ts',
    imports: `import { screen } from '../screens/ground'`,
  },
  {
    rule: 'client-product-screens-below-manifest',
    file: 'client/src/products/spot/screens/uses-admin.ts',
    imports: `import { staff } from '../admin/ground'`,
  },
  {
    rule: 'client-product-screens-below-manifest',
    file: 'client/src/products/spot/admin/uses-manifest.ts',
    imports: `import { SPOT } from '../manifest'`,
  },
  {
    rule: 'client-no-sibling-panel',
    file: 'client/src/products/spot/ticket/uses-panel.ts',
    imports: `import { panel } from '../panels/orders/ground'`,
  },
  {
    rule: 'client-no-sibling-panel',
    file: 'client/src/products/spot/panels/uses-ticket.ts',
    imports: `import { ticket } from '../ticket/ground'`,
  },
  {
    rule: 'client-no-sibling-panel',
    file: 'client/src/products/spot/panels/chart/uses-panel.ts',
    imports: `import { panel } from '../orders/ground'`,
  },
  {
    rule: 'no-cycles',
    file: 'client/src/entities/book/egg.ts',
    imports: `import { probe } from './hen'`,
  },
  {
    rule: 'client-no-sibling-slice',
    file: 'client/src/features/chart/uses-ticket.ts',
    imports: `import { ticket } from '../ticket/ground'`,
  },
  {
    rule: 'shared-knows-no-side',
    file: 'shared/wire/uses-server.ts',
    imports: `import { core } from '../../server/core/ground'`,
  },
  { rule: 'shared-knows-no-framework', file: 'shared/wire/uses-react.ts', imports: `import { useState } from 'react'` },
  {
    rule: 'shared-knows-no-framework',
    file: 'shared/wire/uses-nest.ts',
    imports: `import { Module } from '@nestjs/common'`,
  },
  { rule: 'shared-not-into-node', file: 'shared/wire/uses-node.ts', imports: `import os from 'node:os'` },
  {
    rule: 'production-not-into-tests',
    file: 'server/platform/uses-test.ts',
    imports: `import { helper } from '../../test/ground'`,
  },
  {
    rule: 'production-not-into-dev-packages',
    file: 'server/platform/uses-dev-package.ts',
    imports: `import fc from 'fast-check'`,
  },
  {
    rule: 'production-not-into-dev-packages',
    file: 'server/platform/uses-package-of-tests.ts',
    imports: `import { WebSocket } from 'ws'`,
  },
  { rule: 'no-cycles', file: 'server/views/egg.ts', imports: `import { probe } from './hen'` },
  { rule: 'nothing-unresolvable', file: 'server/views/uses-nothing.ts', imports: `import { gone } from './gone'` },
  { rule: 'no-orphans', file: 'server/views/orphan.ts', imports: '' },
];

/** The other halves of the cycles; dependency-cruiser blames the first half. */
const hens = ['server/views/hen.ts', 'client/src/entities/book/hen.ts'];
const hen = `import { probe } from './egg';\nexport { probe };\n`;

/** Legal neighbours: what the probes reach for, and imports that no rule may complain about. */
const ground: Readonly<Record<string, string>> = {
  'server/core/ground.ts': `import Big from 'big.js'; import { rules } from '../../shared/rules/ground'; export const core = [Big, rules];`,
  'server/core/ground.spec.ts': `import fc from 'fast-check'; import { helper } from '../../test/ground'; export const spec = [fc, helper];`,
  'server/products/spot/core/ground.ts': `import { core } from '../../../core/ground'; export const spot = core;`,
  'server/products/core.ts': `import { spot } from './spot/core/ground'; export const exchange = spot;`,
  'server/engine/ground.ts': `import { exchange as core } from '../products/core'; import { journal } from '../journal/port'; import fs from 'node:fs'; export const engine = [core, journal, fs];`,
  'server/journal/port.ts': `import { core } from '../core/ground'; export const journal = core;`,
  'server/journal/embedded-journal.ts': `import { journal } from './port'; export const adapter = journal;`,
  'server/journal/eventstore-journal.ts': `import { EventStoreDBClient } from '@eventstore/db-client'; export const adapter = EventStoreDBClient;`,
  'server/views/ground.ts': `import { journal } from '../journal/port'; import { database } from '../platform/database'; export const views = [journal, database];`,
  'server/platform/database.ts': `import { Subject } from 'rxjs'; export const database = Subject;`,
  'server/features/ground.ts': `import type { core } from '../core/ground'; import { wire } from '../../shared/wire/ground'; import { database } from '../platform/database'; export const feature = [wire, database] as unknown as typeof core;`,
  'server/products/spot/api/place-order.handler.ts': `import { engine } from '../../../engine/ground'; import { views } from '../../../views/ground'; export const handler = [engine, views];`,
  'shared/rules/ground.ts': `import Big from 'big.js'; export const rules = Big;`,
  'shared/wire/ground.ts': `import { z } from 'zod'; import { rules } from '../rules/ground'; export const wire = [z, rules];`,
  'client/src/app/ground.ts': `import { page } from '../pages/home/ground'; import { PRODUCTS } from '../products/all'; export const app = [page, PRODUCTS];`,
  'client/src/products/all.ts': `import { SPOT } from './spot/manifest'; export const PRODUCTS = [SPOT];`,
  'client/src/products/manifest.ts': `import { ui } from '../shared/ground'; export type Manifest = typeof ui;`,
  'client/src/products/spot/manifest.ts': `import type { Manifest } from '../manifest'; import { screen } from './screens/ground'; import { staff } from './admin/ground'; import { terminal } from '../../terminal/ground'; export const SPOT = [screen, staff, terminal] as unknown as Manifest;`,
  'client/src/products/spot/screens/ground.ts': `import { panel } from '../panels/orders/ground'; import { ticket } from '../ticket/ground'; export const screen = [panel, ticket];`,
  'client/src/products/spot/admin/ground.ts': `import { part } from '../../../pages/admin/parts/ground'; import { api } from '../api/ground'; export const staff = [part, api];`,
  'client/src/products/spot/panels/orders/ground.ts': `import { ticket } from '../../../../features/ticket/ground'; import { api } from '../../api/ground'; export const panel = [ticket, api];`,
  'client/src/products/spot/ticket/ground.ts': `import { api } from '../api/ground'; export const ticket = api;`,
  'client/src/products/spot/api/ground.ts': `import { book } from '../../../entities/book/ground'; export const api = book;`,
  'client/src/terminal/ground.ts': `import { ticket } from '../features/ticket/ground'; export const terminal = ticket;`,
  'client/src/pages/home/ground.ts': `import { ticket } from '../../features/ticket/ground'; export const page = ticket;`,
  'client/src/pages/admin/parts/ground.ts': `import { ticket } from '../../../features/ticket/ground'; export const part = ticket;`,
  'client/src/pages/admin/people/ground.ts': `import { part } from '../parts/ground'; export const section = part;`,
  'client/src/features/ticket/ground.ts': `import { book } from '../../entities/book/ground'; export const ticket = book;`,
  'client/src/entities/book/ground.ts': `import { ui } from '../../shared/ground'; export const book = ui;`,
  'client/src/shared/ground.ts': `import { wire } from '../../../shared/wire/ground'; export const ui = wire;`,
  'test/ground.ts': `import { core } from '../server/core/ground'; export const helper = core;`,
};

const packages = ['big.js', 'rxjs', 'zod', 'react', '@nestjs/common', '@eventstore/db-client'];
const devPackages = ['fast-check'];
/** Those of the workspace test. */
const testPackages = ['ws'];

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

  // In one process: what the linter knows of all types it has to find out once.
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
 * The complaints about texts in those files of the tree of probes, by line from 0: with all of the real one around them the
 * linter would look for types in a thousand files.
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
