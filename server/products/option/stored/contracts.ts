/** Second contracts from purchase to settlement, and the result of each day. */
import { dayOf } from '../../../../shared/rules/days';
import type { EventOf } from '../../../core/event';
import type { Projection, EventContext } from '../../../views/stored/projection';
import type { OptionContractRow, OptionDayRow } from './tables';

export const optionContractsProjection: Projection = {
  name: 'option contracts',
  tables: ['optionContracts', 'optionDays'],
  reads: {
    OptionBought: ({ contract }, { rows }) => rows.optionContracts.markNew(contract),
    OptionEntered: ({ contract }, { rows }) => rows.optionContracts.prefetch(contract),
    OptionSettled: ({ contract, user, symbol }, { rows, at }) => {
      rows.optionContracts.prefetch(contract);
      rows.optionDays.prefetch(`${user}/${symbol}/${dayOf(at)}`);
    },
  },
  writes: {
    OptionBought: insertContract,
    OptionEntered: ({ contract, price, at, batch }, { rows, position }) => {
      const row = rows.optionContracts.get(contract);
      const entry = { entryPrice: price, entryAt: at, entryBatch: batch, enteredPosition: position };
      rows.optionContracts.markChanged(Object.assign(row, { ...entry, position }));
    },
    OptionSettled: settleContract,
  },
};

function insertContract(event: EventOf<'OptionBought'>, { rows, at, position }: EventContext): void {
  const { contract: id, user: userId, symbol, direction, asset, stake, durationMs, payoutPpb, staleMs } = event;
  rows.optionContracts.put({
    id,
    userId,
    symbol,
    direction,
    asset,
    stake,
    durationMs,
    payoutPpb,
    charge: event.fee,
    startsAt: event.startsAt ?? null,
    entryFrom: event.from,
    takeProfit: event.takeProfit ?? null,
    stopLoss: event.stopLoss ?? null,
    staleMs,
    boughtAt: at,
    boughtPosition: position,
    enteredPosition: null,
    entryPrice: null,
    entryAt: null,
    entryBatch: null,
    open: 1,
    outcome: null,
    reason: null,
    dueAt: null,
    endPrice: null,
    endAt: null,
    endBatch: null,
    paid: null,
    income: null,
    fee: null,
    gain: null,
    settledAt: null,
    settledPosition: null,
    position,
  });
}

function settleContract(event: EventOf<'OptionSettled'>, context: EventContext): void {
  const { rows, at, position } = context;
  const { contract, end, reason = null, dueAt, price = null, batch = null, paid, income, fee } = event;
  const row = rows.optionContracts.get(contract);
  const money = { paid, income, fee, gain: paid - row.stake };
  const endPublication = { endPrice: price, endAt: event.at ?? null, endBatch: batch };
  const outcome = { open: 0, outcome: end, reason, dueAt, settledAt: at, settledPosition: position };
  rows.optionContracts.markChanged(Object.assign(row, { ...money, ...endPublication, ...outcome, position }));
  if (end === 'cancelled') return;

  const day = dayRow(row, context);
  day.settled += 1;
  if (end === 'won' || end === 'take_profit') day.won += 1;
  if (end === 'lost' || end === 'stop_loss') day.lost += 1;
  day.stakes += row.stake;
  day.payments += paid;
  day.fees += fee;
  day.result += money.gain;
  day.position = position;
  rows.optionDays.markChanged(day);
}

function dayRow({ userId, symbol, asset }: OptionContractRow, { rows, at, position }: EventContext): OptionDayRow {
  const day = dayOf(at);
  let row = rows.optionDays.find(`${userId}/${symbol}/${day}`);
  if (!row) {
    const sums = { stakes: 0n, payments: 0n, fees: 0n, result: 0n };
    row = { userId, symbol, day, asset, settled: 0, won: 0, lost: 0, ...sums, position };
    rows.optionDays.put(row);
  }
  return row;
}
