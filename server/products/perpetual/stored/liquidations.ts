/** Liquidations with the inputs of each step. */
import type { EventOf } from '../../../core/event';
import type { Entry } from '../../../core/ledger/entry';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { LiquidationRow, LiquidationStepRow } from './tables';

type StepFields = Partial<
  Pick<LiquidationStepRow, 'lots' | 'price' | 'fee' | 'fundChange' | 'treasuryChange' | 'rank'>
>;

export const liquidationsProjection: Projection = {
  name: 'liquidations',
  tables: ['liquidations', 'liquidationSteps'],
  reads: {
    LiquidationStarted: ({ liquidation, market, position }, { rows }) => {
      rows.liquidations.markNew(liquidation);
      rows.contractMarkets.prefetch(market);
      rows.contractPositions.prefetch(position);
    },
    LiquidationReduced: prefetchLiquidation,
    PositionTakenOver: prefetchLiquidation,
    InsurancePaid: prefetchLiquidation,
    PositionDeleveraged: prefetchLiquidation,
    LiquidationFinished: prefetchLiquidation,
  },
  writes: {
    LiquidationStarted: insertLiquidation,
    LiquidationOrdersEnded: ({ liquidation }, context) => addStep(liquidation, 'orders_cancelled', {}, context),
    // The trades of a step are in its batch, which names the liquidation.
    PerpetualTraded: ({ takerOrder, takerMode, entries }, context) => {
      if (takerMode !== 'liquidation') return;
      const { liquidation } = context.rows.contractOrders.get(takerOrder);
      if (liquidation !== null) addFundChange(liquidation, surplusOf(entries), context);
    },
    LiquidationReduced: ({ liquidation, filled: lots, limit: price, fee }, context) => {
      addStep(liquidation, 'reduced', { lots, price, fee, fundChange: fee }, context);
      addFundChange(liquidation, fee, context);
    },
    PositionTakenOver: ({ liquidation, filled: lots, limit: price, surplus }, context) => {
      addStep(liquidation, 'taken_over', { lots, price, fundChange: surplus }, context);
    },
    InsurancePaid: ({ liquidation, filled: lots, mark: price, amount }, context) => {
      addStep(liquidation, 'covered', { lots, price, fundChange: -amount }, context);
      addFundChange(liquidation, -amount, context);
    },
    PositionDeleveraged: ({ liquidation, lots, price, surplus, insurance, treasury, rank }, context) => {
      const fields = { lots, price, fundChange: surplus - insurance, treasuryChange: -treasury, rank };
      addStep(liquidation, 'deleveraged', fields, context);
      addFundChange(liquidation, fields.fundChange, context);
    },
    LiquidationFinished: ({ liquidation }, context) => {
      addStep(liquidation, 'finished', {}, context);
      const row = context.rows.liquidations.get(liquidation);
      updateRow(row, { open: 0, endedAt: context.at }, context);
    },
  },
};

function prefetchLiquidation({ liquidation }: { liquidation: number }, { rows }: EventContext): void {
  rows.liquidations.prefetch(liquidation);
}

function insertLiquidation(event: EventOf<'LiquidationStarted'>, context: EventContext): void {
  const { rows, at, position } = context;
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
  addStep(event.liquidation, 'started', { lots: event.lots, price: event.mark }, context);
}

function addStep(
  liquidation: number,
  kind: LiquidationStepRow['step'],
  fields: StepFields,
  context: EventContext,
): void {
  const { rows, stored, eventPosition, at, position } = context;
  const { lots = null, price = null, fee = null, fundChange = null, treasuryChange = null, rank = null } = fields;
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

/** Units that a trade brought the insurance fund through a price better than the bankruptcy price. */
function surplusOf(entries: readonly Entry[]): bigint {
  return entries.reduce((sum, { kind, amount }) => (kind === 'liquidation_surplus' ? sum + amount : sum), 0n);
}

function addFundChange(liquidation: number, units: bigint, context: EventContext): void {
  if (units === 0n) return;
  const row = context.rows.liquidations.get(liquidation);
  updateRow(row, { fundTotal: row.fundTotal + units }, context);
}

function updateRow(row: LiquidationRow, changes: Partial<LiquidationRow>, { rows, position }: EventContext): void {
  rows.liquidations.markChanged(Object.assign(row, changes, { position }));
}
