/** What lists of money say alike. */
import { isTextHash } from '../../../../shared/rules/kept-texts';
import { keptText } from '../../shared/i18n/kept-text';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';
import { Hash } from './hash';

export function useMoneyColumns<Row extends { asset: string }>() {
  const { say } = useTexts();
  return {
    at: (timeOf: (row: Row) => number): Column<Row> => ({
      ...{ key: 'at', title: say('records.time'), isFixed: true, sortBy: 'time' },
      render: (row) => dateAndTime(timeOf(row)),
    }),
    asset: {
      ...{ key: 'asset', title: say('assets.asset'), isFixed: true, sortBy: 'asset' },
      render: ({ asset }) => asset,
    } satisfies Column<Row>,
    amount: (key: string, title: string, amountOf: (row: Row) => string): Column<Row> => ({
      ...{ key, title, isEnd: true },
      render: (row) => <Amount of={amountOf(row)} asset={row.asset} />,
    }),
    address: (addressOf: (row: Row) => string | null): Column<Row> => ({
      ...{ key: 'address', title: say('wallet.address') },
      render: (row) => {
        const address = addressOf(row);
        if (address !== null && isTextHash(address)) return keptText(say, address);
        return <Hash text={address} label={say('wallet.address')} />;
      },
    }),
  };
}
