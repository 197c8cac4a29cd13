/** Liquidations in the canonical state. */
import type { PositionSide } from '../market/order';
import { sorted } from '../folding';
import { lineRow, linesOf, type Told } from '../product';
import { touchCross } from './cross-found';
import type { CrossLiquidation, LiquidationState, LiquidationStep } from './liquidation-state';

type OpenLine = [
  is: 'liquidation',
  market: string,
  id: number,
  position: number,
  user: number,
  side: PositionSide,
  next: LiquidationStep,
  insured: string,
];
const openLine = lineRow<OpenLine>(
  'liquidation',
  function* ({ liquidations }) {
    for (const [market, { id, position, user, side, next, insured }] of sorted(liquidations.open))
      yield ['liquidation', market, id, position, user, side, next, `${insured}`];
  },
  ({ liquidations }, [, market, id, position, user, side, next, insured]) => {
    liquidations.open.set(market, { id, position, user, side, next, insured: BigInt(insured) });
  },
);

const accountLine = lineRow<
  [is: 'cross_liquidation', user: number, id: number, asset: string, next: CrossLiquidation['next']]
>(
  'cross_liquidation',
  function* ({ liquidations }) {
    for (const [user, { id, asset, next }] of sorted(liquidations.accounts))
      yield ['cross_liquidation', user, id, asset, next];
  },
  (state, [, user, id, asset, next]) => {
    state.liquidations.accounts.set(user, { id, user, asset, next });
    touchCross(state, user);
  },
);

const nextLine = lineRow<[is: 'liquidations', next: number]>(
  'liquidations',
  function* ({ liquidations: { next } }) {
    if (next > 1) yield ['liquidations', next];
  },
  ({ liquidations }, [, next]) => {
    liquidations.next = next;
  },
);

const fundLine = lineRow<[is: 'insured', market: string, fund: string]>(
  'insured',
  function* ({ liquidations: { fund } }) {
    for (const [market, amount] of sorted(fund)) yield ['insured', market, `${amount}`];
  },
  ({ liquidations }, [, market, amount]) => {
    liquidations.fund.set(market, BigInt(amount));
  },
);

const LIQUIDATIONS: Told<LiquidationState> = {
  open: openLine,
  accounts: accountLine,
  next: nextLine,
  fund: fundLine,
  found: 'derived',
  cross: 'derived',
  rankings: 'derived',
};

export const liquidationLines = linesOf(LIQUIDATIONS);
