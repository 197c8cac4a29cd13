/** Columns shared by the wallet's lists. */
import { isTextHash } from '../../../../../../shared/products/content/rules/text-hashes';
import { storedText } from '../../../../kit/i18n/stored-text';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Amount } from '../../../../kit/ui/figures/amount';
import { column, figure, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import { Hash } from './hash';

export function useMoneyColumns<Row extends { asset: string }>() {
  const { t } = useTexts();
  return {
    at: (timeOf: (row: Row) => number): Column<Row> =>
      timeColumn('at', t('records.time'), timeOf, { isFixed: true, sortBy: 'time' }),
    asset: {
      ...{ key: 'asset', title: t('assets.asset'), isFixed: true, sortBy: 'asset' },
      render: ({ asset }) => asset,
    } satisfies Column<Row>,
    amount: (key: string, title: string, amountOf: (row: Row) => string): Column<Row> =>
      figure(key, title, (row) => <Amount amount={amountOf(row)} asset={row.asset} />),
    address: (addressOf: (row: Row) => string | null): Column<Row> =>
      column('address', t('wallet.address'), (row) => {
        const address = addressOf(row);
        if (address !== null && isTextHash(address)) return storedText(t, address);
        return <Hash text={address} label={t('wallet.address')} />;
      }),
  };
}
