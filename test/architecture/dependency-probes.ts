interface Probe {
  readonly rule: string;
  readonly file: string;
  readonly imports: string;
}

export const probes: readonly Probe[] = [
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
    imports: `import { ui } from '../../client/src/kit/ui/ground'`,
  },
  {
    rule: 'client-only-shared',
    file: 'client/src/app/uses-server.ts',
    imports: `import type { core } from '../../../server/core/ground'`,
  },
  {
    rule: 'replay-in-the-browser-is-pure',
    file: 'client/src/admin/records/evidence.worker.ts',
    imports: `import { engine } from '../../../../server/engine/ground'`,
  },
  {
    rule: 'client-kit-tools-below-entities',
    file: 'client/src/kit/ui/uses-entity.ts',
    imports: `import { book } from '../entities/book/ground'`,
  },
  {
    rule: 'client-not-up-from-kit',
    file: 'client/src/kit/ui/uses-manifest.ts',
    imports: `import type { Manifest } from '../../products/manifest'`,
  },
  {
    rule: 'client-not-up-from-kit',
    file: 'client/src/kit/entities/order/uses-product.ts',
    imports: `import { SPOT } from '../../../products/spot/manifest'`,
  },
  {
    rule: 'client-not-up-from-kit',
    file: 'client/src/kit/quotes/uses-terminal.ts',
    imports: `import { terminal } from '../../terminal/ground'`,
  },
  {
    rule: 'client-not-up-from-kit',
    file: 'client/src/kit/quotes/uses-admin.ts',
    imports: `import { part } from '../../admin/parts/ground'`,
  },
  {
    rule: 'client-not-up-from-kit',
    file: 'client/src/kit/quotes/uses-page.ts',
    imports: `import { page } from '../../app/pages/home/ground'`,
  },
  {
    rule: 'client-entities-below-rooms',
    file: 'client/src/kit/entities/order/uses-room.ts',
    imports: `import { quotes } from '../../quotes/ground'`,
  },
  {
    rule: 'client-not-up-from-common-screens',
    file: 'client/src/admin/uses-app.ts',
    imports: `import { page } from '../app/pages/home/ground'`,
  },
  {
    rule: 'client-not-up-from-common-screens',
    file: 'client/src/terminal/uses-product.ts',
    imports: `import { SPOT } from '../products/spot/manifest'`,
  },
  {
    rule: 'client-terminal-and-admin-apart',
    file: 'client/src/admin/parts/uses-terminal.ts',
    imports: `import { terminal } from '../../terminal/ground'`,
  },
  {
    rule: 'client-terminal-and-admin-apart',
    file: 'client/src/terminal/uses-admin.ts',
    imports: `import { part } from '../admin/parts/ground'`,
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
    rule: 'client-products-not-into-admin',
    file: 'client/src/products/spot/screens/uses-staff-parts.ts',
    imports: `import { part } from '../../../admin/parts/ground'`,
  },
  {
    rule: 'client-product-admin-not-into-sections',
    file: 'client/src/products/spot/admin/uses-section.ts',
    imports: `import { section } from '../../../admin/people/ground'`,
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
    file: 'client/src/kit/entities/book/egg.ts',
    imports: `import { probe } from './hen'`,
  },
  {
    rule: 'client-no-sibling-entity',
    file: 'client/src/kit/entities/order/uses-sibling.ts',
    imports: `import { book } from '../book/ground'`,
  },
  {
    rule: 'client-no-sibling-room',
    file: 'client/src/kit/positions/uses-room.ts',
    imports: `import { quotes } from '../quotes/ground'`,
  },
  {
    rule: 'client-no-sibling-room',
    file: 'client/src/terminal/chart/uses-room.ts',
    imports: `import { ladder } from '../book/ground'`,
  },
  {
    rule: 'client-no-sibling-room',
    file: 'client/src/admin/records/uses-room.ts',
    imports: `import { section } from '../people/ground'`,
  },
  {
    rule: 'client-no-sibling-room',
    file: 'client/src/app/pages/quotes/uses-page.ts',
    imports: `import { page } from '../home/ground'`,
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

/** The other halves of the cycles; dependency-cruiser reports the first half. */
export const hens = ['server/views/hen.ts', 'client/src/kit/entities/book/hen.ts'];
export const hen = `import { probe } from './egg';\nexport { probe };\n`;

/** Legal files: the targets of the probes, and imports that no rule may report. */
export const ground: Readonly<Record<string, string>> = {
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
  'client/src/app/ground.ts': `import { page } from './pages/home/ground'; import { PRODUCTS } from '../products/all'; export const app = [page, PRODUCTS];`,
  'client/src/products/all.ts': `import { SPOT } from './spot/manifest'; export const PRODUCTS = [SPOT];`,
  'client/src/products/manifest.ts': `import { ui } from '../kit/ui/ground'; export type Manifest = typeof ui;`,
  'client/src/products/spot/manifest.ts': `import type { Manifest } from '../manifest'; import { screen } from './screens/ground'; import { staff } from './admin/ground'; import { terminal } from '../../terminal/ground'; export const SPOT = [screen, staff, terminal] as unknown as Manifest;`,
  'client/src/products/spot/screens/ground.ts': `import { panel } from '../panels/orders/ground'; import { ticket } from '../ticket/ground'; export const screen = [panel, ticket];`,
  'client/src/products/spot/admin/ground.ts': `import { part } from '../../../admin/parts/ground'; import { api } from '../api/ground'; export const staff = [part, api];`,
  'client/src/products/spot/panels/orders/ground.ts': `import { quotes } from '../../../../kit/quotes/ground'; import { api } from '../../api/ground'; export const panel = [quotes, api];`,
  'client/src/products/spot/ticket/ground.ts': `import { api } from '../api/ground'; export const ticket = api;`,
  'client/src/products/spot/api/ground.ts': `import { book } from '../../../kit/entities/book/ground'; export const api = book;`,
  'client/src/terminal/ground.ts': `import { ladder } from './book/ground'; export const terminal = ladder;`,
  'client/src/terminal/book/ground.ts': `import { quotes } from '../../kit/quotes/ground'; export const ladder = quotes;`,
  'client/src/app/pages/home/ground.ts': `import { quotes } from '../../../kit/quotes/ground'; export const page = quotes;`,
  'client/src/admin/parts/ground.ts': `import { quotes } from '../../kit/quotes/ground'; export const part = quotes;`,
  'client/src/admin/people/ground.ts': `import { part } from '../parts/ground'; export const section = part;`,
  'client/src/kit/quotes/ground.ts': `import { book } from '../entities/book/ground'; export const quotes = book;`,
  'client/src/kit/entities/book/ground.ts': `import { ui } from '../../ui/ground'; export const book = ui;`,
  'client/src/kit/ui/ground.ts': `import { wire } from '../../../../shared/wire/ground'; export const ui = wire;`,
  'test/ground.ts': `import { core } from '../server/core/ground'; export const helper = core;`,
};

export const packages = ['big.js', 'rxjs', 'zod', 'react', '@nestjs/common', '@eventstore/db-client'];
export const devPackages = ['fast-check'];
/** Packages of the test workspace. */
export const testPackages = ['ws'];
