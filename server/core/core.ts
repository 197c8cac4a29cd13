/**
 * The core for a set of products. `server/products/core.ts` makes the exchange's core; tests make others with products
 * of their own.
 */
import { createStateCodec, type StateCodec } from './snapshot/canonical-state';
import { createCodec, type Codec } from './codec';
import { createDecider, type Decider } from './decide';
import { createEvolver, type Evolver } from './evolve';
import type { Tables } from './product';
import { createReactor, type Reactor } from './react';

export interface Core extends StateCodec, Codec, Decider, Evolver, Reactor {}

export function createCore(tables: Tables): Core {
  return {
    ...createStateCodec(tables),
    ...createCodec(tables.events),
    ...createDecider(tables.commands, tables.prerequisites),
    ...createEvolver(tables),
    ...createReactor(tables.dueWork),
  };
}
