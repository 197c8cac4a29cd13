/** Checks the core's indexes against a full scan: liquidations due, and units held by orders. */
import { accountMarginOf } from '../../../server/products/perpetual/core/liquidation/cross-liquidation-queue';
import { nextLiquidation } from '../../../server/products/perpetual/core/liquidation/due-liquidations';
import { mayLiquidate } from '../../../server/products/perpetual/core/marks/market-halt';
import type { CoreState } from '../../../server/core/state';
import { isUndermargined } from '../../../shared/products/perpetual/rules/maintenance-margin';

interface Account {
  user: number;
  asset: string;
}

/** `nextLiquidation` restricted to accounts. */
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
    const { pool: purse, excessMargin: spare } = accountMarginOf(state, user, 'USDT');
    if (!accounts.has(user) && purse.legs.length > 0 && isUndermargined(spare)) yield { user, asset: 'USDT' };
  }
}

function judgedFrom(state: CoreState, { user, asset }: Account, at: number): number | null {
  const { legs } = accountMarginOf(state, user, asset).pool;
  const taken = legs.filter(({ market }) => mayLiquidate(state, market, at)).map(({ market }) => market.terms.market);
  if (legs.length > 0 && taken.length === 0) return null;
  if (taken.some((market) => state.liquidations.open.has(market))) return null;
  return Math.max(0, ...taken.map((market) => state.marks.tracks.get(market)?.closeOnlyUntil ?? 0));
}

/** The indexes match a full scan at this time. */
export function audit(state: CoreState, at: number): void {
  const told = nextLiquidation(state, at);
  const naive = nextAccountOf(state, at);
  if (told?.command.type === 'LiquidateAccount')
    expect({ ...told.command, dueAt: told.dueAt }).toEqual({ type: 'LiquidateAccount', ...naive });
  else if (naive) expect(told?.dueAt).toBeLessThanOrEqual(naive.dueAt);
  expect(heldKept(state)).toEqual(heldOf(state));
}

/** Units held by contract orders, by user and market. */
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
