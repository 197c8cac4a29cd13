/** The core for a set of products. That of the exchange is in `server/products/core.ts`; a test makes another one with a product of its own. */
import { createTelling, type Telling } from './snapshot/canonical-state';
import { createCodec, type Codec } from './codec';
import { createDeciding, type Deciding } from './decide';
import { createFolding, type Folding } from './evolve';
import type { Tables } from './product';
import { createReacting, type Reacting } from './react';

export interface Core extends Telling, Codec, Deciding, Folding, Reacting {}

export function createCore(tables: Tables): Core {
  return {
    ...createTelling(tables),
    ...createCodec(tables.events),
    ...createDeciding(tables.commands, tables.ahead),
    ...createFolding(tables),
    ...createReacting(tables.debts),
  };
}
