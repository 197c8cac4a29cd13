/** Liquidations with what decided them, step by step. */
import type { EventOf } from '../../../core/event';
import type { Entry } from '../../../core/ledger/entry';
import type { Projection, Scene } from '../../../views/stored/projection';
import type { LiquidationRow, LiquidationStepRow } from './tables';

type Told = Partial<Pick<LiquidationStepRow, 'lots' | 'price' | 'fee' | 'fundChange' | 'treasuryChange' | 'rank'>>;

export const liquidationsProjection: Projection = {
  name: 'liquidations',
  tables: ['liquidations', 'liquidationSteps'],
  reads: {
    LiquidationStarted: ({ liquidation, market, position }, { rows }) => {
      rows.liquidations.expectNew(liquidation);
      rows.contractMarkets.want(market);
      rows.contractPositions.want(position);
    },
    LiquidationReduced: wantLiquidation,
    PositionTakenOver: wantLiquidation,
    InsurancePaid: wantLiquidation,
    PositionDeleveraged: wantLiquidation,
    LiquidationFinished: wantLiquidation,
  },
  writes: {
    LiquidationStarted: started,
    LiquidationOrdersEnded: ({ liquidation }, scene) => step(liquidation, 'orders_cancelled', {}, scene),
    // The trades of a step stand in its batch, which names the liquidation.
    PerpetualTraded: ({ takerOrder, takerMode, entries }, scene) => {
      if (takerMode !== 'liquidation') return;
      const { liquidation } = scene.rows.contractOrders.get(takerOrder);
      if (liquidation !== null) fund(liquidation, surplusOf(entries), scene);
    },
    LiquidationReduced: ({ liquidation, filled: lots, limit: price, fee }, scene) => {
      step(liquidation, 'reduced', { lots, price, fee, fundChange: fee }, scene);
      fund(liquidation, fee, scene);
    },
    PositionTakenOver: ({ liquidation, filled: lots, limit: price, surplus }, scene) => {
      step(liquidation, 'taken_over', { lots, price, fundChange: surplus }, scene);
    },
    InsurancePaid: ({ liquidation, filled: lots, mark: price, amount }, scene) => {
      step(liquidation, 'covered', { lots, price, fundChange: -amount }, scene);
      fund(liquidation, -amount, scene);
    },
    PositionDeleveraged: ({ liquidation, lots, price, surplus, insurance, treasury, rank }, scene) => {
      const told = { lots, price, fundChange: surplus - insurance, treasuryChange: -treasury, rank };
      step(liquidation, 'deleveraged', told, scene);
      fund(liquidation, told.fundChange, scene);
    },
    LiquidationFinished: ({ liquidation }, scene) => {
      step(liquidation, 'finished', {}, scene);
      const row = scene.rows.liquidations.get(liquidation);
      change(row, { open: 0, endedAt: scene.at }, scene);
    },
  },
};

function wantLiquidation({ liquidation }: { liquidation: number }, { rows }: Scene): void {
  rows.liquidations.want(liquidation);
}

function started(event: EventOf<'LiquidationStarted'>, scene: Scene): void {
  const { rows, at, position } = scene;
  const { market } = event;
  const { p1, p2, last, bound, sources, markAt, markPosition } = rows.contractMarkets.get(market);
  rows.liquidations.put({
    id: event.liquidation,
    userId: event.user,
    market,
    positionSide: event.side,
    mode: rows.contractPositions.get(event.position).mode,
    contract: event.position,
    lots: event.lots,
    cost: event.cost,
    collateral: event.collateral,
    leverage: event.leverage,
    requirement: event.requirement,
    tierRatePpb: event.ratePpb,
    tierAmount: event.amount,
    closePpb: event.closePpb,
    mark: event.mark,
    index: event.index,
    p1,
    p2,
    last,
    bound,
    sources,
    markAt,
    markPosition,
    fundTotal: 0n,
    open: 1,
    at,
    endedAt: null,
    position,
  });
  step(event.liquidation, 'started', { lots: event.lots, price: event.mark }, scene);
}

function step(liquidation: number, kind: LiquidationStepRow['step'], told: Told, scene: Scene): void {
  const { rows, stored, eventPosition, at, position } = scene;
  const { lots = null, price = null, fee = null, fundChange = null, treasuryChange = null, rank = null } = told;
  rows.liquidationSteps.add({
    liquidation,
    eventPosition,
    eventIndex: eventPosition - stored.batch.first,
    step: kind,
    at,
    lots,
    price,
    fee,
    fundChange,
    treasuryChange,
    rank,
    position,
  });
}

/** Units that a trade left to the insurance fund, because it was better than the bankruptcy price. */
function surplusOf(entries: readonly Entry[]): bigint {
  return entries.reduce((sum, { kind, amount }) => (kind === 'liquidation_surplus' ? sum + amount : sum), 0n);
}

function fund(liquidation: number, units: bigint, scene: Scene): void {
  if (units === 0n) return;
  const row = scene.rows.liquidations.get(liquidation);
  change(row, { fundTotal: row.fundTotal + units }, scene);
}

function change(row: LiquidationRow, changes: Partial<LiquidationRow>, { rows, position }: Scene): void {
  rows.liquidations.touch(Object.assign(row, changes, { position }));
}
