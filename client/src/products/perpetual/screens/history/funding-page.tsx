import type { FundingRateRecord } from '../../../../../../shared/products/perpetual/records';
import { useFundingRatesQuery } from '../../api/contract-lists-api';
import { useInstruments } from '../../../../kit/entities/instrument/instrument';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { Panel } from '../../../../kit/ui/page/panel';
import { figure, fixed, timeColumn } from '../../../../kit/ui/data-table/columns';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import styles from './contract-pages.module.css';
import { FundingChart } from './funding-chart';
import { FundingNow } from './funding-now';
import { useMarketAndPaging } from './use-market-and-paging';

/** Funding rates: current, charted for one contract, and all settled ones. */
export function FundingHistoryPage() {
  const { t } = useTexts();
  const format = useContractFormat();
  const { filter, market: selectedMarket, paging, onPage, request } = useMarketAndPaging();
  const contracts = useInstruments().filter(({ product }) => product === 'perpetual');
  const chartedMarket = selectedMarket ?? contracts.at(0)?.id;
  const query = useFundingRatesQuery(request, { refetchOnMountOrArgChange: true });
  return (
    <div className={styles.page}>
      <Panel title={t('contracts.funding_title')} lead={t('contracts.funding_lead')} level={1}>
        <FundingNow contracts={contracts} />
      </Panel>
      <Panel title={t('contracts.funding_fixed')} level={2}>
        {filter}
        {chartedMarket !== undefined && <FundingChart key={chartedMarket} market={chartedMarket} />}
        <QueryList<FundingRateRecord>
          {...{ query, paging, onPage }}
          name="contracts.funding"
          label={t('contracts.funding_title')}
          columns={[
            timeColumn('time', t('orderlist.time'), ({ dueAt }) => dueAt, { isFixed: true }),
            fixed('market', t('positions.contract'), ({ market }) => <b>{format.label(market)}</b>),
            figure('rate', t('positions.rate'), ({ rate }) =>
              rate === null ? t('contracts.not_fixed') : <span data-direction={signOf(rate)}>{format.rate(rate)}</span>,
            ),
            figure('premium', t('contracts.premium'), ({ premium }) => (premium === null ? '–' : format.rate(premium))),
            figure('mark', t('positions.mark'), ({ market, mark }) => format.price(market, mark)),
            figure('position', t('contracts.journal'), ({ position }) => String(position)),
          ]}
          keyOf={({ market, dueAt }) => `${market} ${dueAt}`}
          empty={t('contracts.none_fixed')}
        />
      </Panel>
    </div>
  );
}
