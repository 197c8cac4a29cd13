/** What is kept so that nothing need be looked through, against a look through everything: who waits to be liquidated, and what orders hold. */
import { standingOfAccount } from '../../../server/products/perpetual/core/liquidation/cross-found';
import { nextLiquidation } from '../../../server/products/perpetual/core/liquidation/due';
import { mayTake } from '../../../server/products/perpetual/core/marks/standstill';
import type { CoreState } from '../../../server/core/state';
import { isShort } from '../../../shared/products/perpetual/rules/requirement';

interface Account {
  user: number;
  asset: string;
}

/** As `nextLiquidation` tells it, with accounts alone: who is asked for one after the other. */
function nextAccountOf(state: CoreState, at: number) {
  let next: (Account & { dueAt: number }) | null = null;
  for (const account of accountsHit(state)) {
    const from = judgedFrom(state, account, at);
    if (from === null) continue;
    const dueAt = Math.max(from, state.at);
    if (next === null || dueAt < next.dueAt) next = { ...account, dueAt };
  }
  return next;
}

function* accountsHit(state: CoreState): Generator<Account> {
  const { accounts } = state.liquidations;
  const underWay = [...accounts.values()].sort((one, other) => one.id - other.id);
  for (const { user, asset } of underWay) yield { user, asset };
  const users = [...state.perpetual.holdings.keys()].sort((one, other) => one - other);
  for (const user of users) {
    const { purse, spare } = standingOfAccount(state, user, 'USDT');
    if (!accounts.has(user) && purse.legs.length > 0 && isShort(spare)) yield { user, asset: 'USDT' };
  }
}

function judgedFrom(state: CoreState, { user, asset }: Account, at: number): number | null {
  const { legs } = standingOfAccount(state, user, asset).purse;
  const taken = legs.filter(({ market }) => mayTake(state, market, at)).map(({ market }) => market.terms.market);
  if (legs.length > 0 && taken.length === 0) return null;
  if (taken.some((market) => state.liquidations.open.has(market))) return null;
  return Math.max(0, ...taken.map((market) => state.marks.tracks.get(market)?.closeOnlyUntil ?? 0));
}

/** Whether the indexes say the same at this time. */
export function audit(state: CoreState, at: number): void {
  const told = nextLiquidation(state, at);
  const naive = nextAccountOf(state, at);
  if (told?.command.type === 'LiquidateAccount')
    expect({ ...told.command, dueAt: told.dueAt }).toEqual({ type: 'LiquidateAccount', ...naive });
  else if (naive) expect(told?.dueAt).toBeLessThanOrEqual(naive.dueAt);
  expect(heldKept(state)).toEqual(heldOf(state));
}

/** Of every user and market whose orders hold something. */
function heldOf(state: CoreState): Map<string, bigint> {
  const held = new Map<string, bigint>();
  for (const { user, market, hold, contract } of state.orders.values()) {
    const key = `${user} ${market}`;
    if (contract && hold) held.set(key, (held.get(key) ?? 0n) + hold.remaining);
  }
  return held;
}

function heldKept({ perpetual }: CoreState): Map<string, bigint> {
  const held = new Map<string, bigint>();
  for (const [user, own] of perpetual.ordered)
    for (const [market, { long, short }] of own) held.set(`${user} ${market}`, long.held + short.held);
  return new Map([...held].filter(([, units]) => units > 0n));
}
