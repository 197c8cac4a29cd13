/** What lists of money say alike. */
import { isTextHash } from '../../../../../../shared/products/content/rules/kept-texts';
import { keptText } from '../../../../shared/i18n/kept-text';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Amount } from '../../../../shared/ui/figures/amount';
import { column, figure, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import { Hash } from './hash';

export function useMoneyColumns<Row extends { asset: string }>() {
  const { say } = useTexts();
  return {
    at: (timeOf: (row: Row) => number): Column<Row> =>
      timeColumn('at', say('records.time'), timeOf, { isFixed: true, sortBy: 'time' }),
    asset: {
      ...{ key: 'asset', title: say('assets.asset'), isFixed: true, sortBy: 'asset' },
      render: ({ asset }) => asset,
    } satisfies Column<Row>,
    amount: (key: string, title: string, amountOf: (row: Row) => string): Column<Row> =>
      figure(key, title, (row) => <Amount of={amountOf(row)} asset={row.asset} />),
    address: (addressOf: (row: Row) => string | null): Column<Row> =>
      column('address', say('wallet.address'), (row) => {
        const address = addressOf(row);
        if (address !== null && isTextHash(address)) return keptText(say, address);
        return <Hash text={address} label={say('wallet.address')} />;
      }),
  };
}
