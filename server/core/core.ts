/**
 * The core for a set of products. The exchange's own is what the modules beside this one export; a test makes another one with
 * a product of its own.
 */
import { createTelling, type Telling } from './canonical-state';
import { createCodec, type Codec } from './codec';
import { createDeciding, type Deciding } from './decide';
import { createFolding, type Folding } from './evolve';
import type { Tables } from './product';
import { EXCHANGE } from './products';
import { createReacting, type Reacting } from './react';

export interface Core extends Telling, Codec, Deciding, Folding, Reacting {}

export function createCore(tables: Tables): Core {
  return {
    ...createTelling(tables),
    ...createCodec(tables.events),
    ...createDeciding(tables.commands, tables.ahead),
    ...createFolding(tables.events, tables.commands, tables.derive),
    ...createReacting(tables.debts),
  };
}

export const EXCHANGE_CORE: Core = createCore(EXCHANGE);
