import type { EntryLabel } from '../../../../shared/rules/entry-kinds';
import type { LedgerRecordRow } from '../../../views/stored/tables';
import { taxRows, type TaxRow } from './tax-rows';

const facts = { scaleOf: () => 2, hashOf: ({ label }: LedgerRecordRow) => (label === 'recharge' ? '0xab' : undefined) };

function record(label: EntryLabel, asset: string, changes: [available: bigint, frozen: bigint, locked?: bigint]) {
  const [availableChange, frozenChange, lockedChange = 0n] = changes;
  return {
    ...{ userId: 1, eventPosition: 9, entryIndex: 0, account: 'spot' as const, asset, label },
    ...{ availableChange, frozenChange, lockedChange },
    ...{ availableAfter: 0n, frozenAfter: 0n, lockedAfter: 0n, orderId: null, tradeId: null, withdrawalId: null },
    ...{ holdId: null, at: Date.UTC(2026, 0, 31, 23, 5, 7, 999), position: 9 },
  };
}

function cells(rows: TaxRow[]) {
  return rows.map((row) => [
    ...[row['Sent Amount'], row['Sent Currency'], row['Received Amount'], row['Received Currency']],
    ...[row['Fee Amount'], row['Fee Currency'], row.Label],
  ]);
}

it('makes one row of a trade with both sides and its fee, in UTC', () => {
  const rows = taxRows(
    [
      { ...record('buy_coin', 'BTC', [100n, 0n]), orderId: 4, tradeId: 5 },
      record('buy_coin', 'USDT', [0n, -5_000n]),
      record('spot_fee', 'BTC', [-1n, 0n]),
    ],
    facts,
  );
  expect(cells(rows)).toEqual([['50', 'USDT', '1', 'BTC', '0.01', 'BTC', undefined]]);
  expect(rows[0]).toMatchObject({ Date: '2026-01-31 23:05:07 UTC', Description: 'trade 9; order 4; trade 5' });
});

it('makes one trade of a small balance and the USDT paid by the house', () => {
  const taken = [record('dust_sell', 'BTC', [-7n, 0n]), record('dust_pay', 'USDT', [99n, 0n])];
  expect(cells(taxRows(taken, facts))).toEqual([['0.07', 'BTC', '0.99', 'USDT', undefined, undefined, undefined]]);
  expect(sumsOf(taxRows(taken, facts))).toEqual({ BTC: -0.07, USDT: 0.99 });
});

it('makes one row of a withdrawal and its fee, and one of a deposit with its hash', () => {
  const paid = [record('withdrawal', 'BTC', [0n, -90n]), record('withdrawal_fee', 'BTC', [0n, -10n])];
  expect(cells(taxRows(paid, facts))).toEqual([['0.9', 'BTC', undefined, undefined, '0.1', 'BTC', undefined]]);
  const [deposit] = taxRows([record('recharge', 'BTC', [90n, 0n])], facts);
  expect(deposit).toMatchObject({ 'Received Amount': '0.9', TxHash: '0xab' });
});

it('omits movements within the user’s accounts: transfers, holds and margins', () => {
  const within = [
    record('transfer_out', 'USDT', [-5n, 0n]),
    { ...record('transfer_in', 'USDT', [5n, 0n]), account: 'contract' as const },
    record('hold_buy_coin', 'USDT', [-5n, 5n]),
    record('long_margin', 'USDT', [0n, -5n, 5n]),
  ];
  expect(taxRows(within, facts)).toEqual([]);
});

it('tags incomes, results and fees, and makes a row of a fee without a trade', () => {
  const rows = taxRows(
    [
      record('financial_income', 'USDT', [5n, 0n]),
      record('mining_income', 'BTC', [6n, 0n]),
      record('margin_profit', 'USDT', [-7n, 0n]),
      record('long_fee', 'USDT', [-8n, 0n]),
      record('spot_fee', 'USDT', [-9n, 0n]),
    ],
    facts,
  );
  expect(cells(rows)).toEqual([
    [undefined, undefined, '0.05', 'USDT', undefined, undefined, 'lending interest'],
    [undefined, undefined, '0.06', 'BTC', undefined, undefined, 'mining'],
    ['0.07', 'USDT', undefined, undefined, undefined, undefined, 'realized gain'],
    ['0.08', 'USDT', undefined, undefined, undefined, undefined, 'margin fee'],
    ['0.09', 'USDT', undefined, undefined, undefined, undefined, 'cost'],
  ]);
});

it('sums to the changes of the records, also for a trade with an own order', () => {
  const records = [
    record('sell_coin', 'BTC', [100n, -100n]),
    record('buy_coin', 'USDT', [5_000n, -5_000n]),
    record('spot_fee', 'BTC', [-1n, 0n]),
    record('spot_fee', 'USDT', [-50n, 0n]),
  ];
  expect(sumsOf(taxRows(records, facts))).toEqual({ BTC: -0.01, USDT: -0.5 });
});

function sumsOf(rows: TaxRow[]): Record<string, number> {
  const sums: Record<string, number> = {};
  const count = (asset: string | undefined, amount: number) => {
    if (asset !== undefined) sums[asset] = (sums[asset] ?? 0) + amount;
  };
  for (const row of rows) {
    count(row['Received Currency'], Number(row['Received Amount']));
    count(row['Sent Currency'], -Number(row['Sent Amount']));
    count(row['Fee Currency'], -Number(row['Fee Amount']));
  }
  return sums;
}
