import { rebateLines } from './rebate-lines';

it('exports each rebate with its source and all digits', () => {
  const rebate = {
    ...{ id: '41', day: '2026-11-23', source: 'fr***', level: 1 as const, asset: 'BTC', fee: '0.0002' },
    ...{ ratePpb: 200_000_000, amount: '0.00004', paidAt: Date.UTC(2026, 10, 23, 16) },
  };
  const { head, rows } = rebateLines([rebate]);
  expect(rows).toEqual([['41', '2026-11-23', 'fr***', '1', 'BTC', '0.0002', '20', '0.00004', '2026-11-24 00:00:00']]);
  expect(rows[0]).toHaveLength(head.length);
  expect(head.slice(-3)).toEqual(['rate (%)', 'amount', 'paidAt (GMT+8)']);
});
