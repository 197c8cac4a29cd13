import type { FundingRateRecord } from '../../../../../../shared/products/perpetual/wire';
import { useFundingRatesQuery } from '../../api/contract-lists-api';
import { useInstruments } from '../../../../entities/instrument/instrument';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { signOf } from '../../../../shared/lib/numbers/amount';
import { Panel } from '../../../../shared/ui/page/panel';
import { figure, fixed, timeColumn } from '../../../../shared/ui/data-table/columns';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import styles from './contract-pages.module.css';
import { FundingChart } from './funding-chart';
import { FundingNow } from './funding-now';
import { useListed } from './use-listed';

/** Rates of funding: as they stand now, drawn for one contract, and each that was fixed. */
export function FundingHistoryPage() {
  const { say } = useTexts();
  const how = useContractWords();
  const { filter, market: chosen, paging, onPage, request } = useListed();
  const contracts = useInstruments().filter(({ product }) => product === 'perpetual');
  const drawn = chosen ?? contracts.at(0)?.id;
  const asked = useFundingRatesQuery(request, { refetchOnMountOrArgChange: true });
  return (
    <div className={styles.page}>
      <Panel title={say('contracts.funding_title')} lead={say('contracts.funding_lead')} level={1}>
        <FundingNow contracts={contracts} />
      </Panel>
      <Panel title={say('contracts.funding_fixed')} level={2}>
        {filter}
        {drawn !== undefined && <FundingChart key={drawn} market={drawn} />}
        <QueryList<FundingRateRecord>
          {...{ asked, paging, onPage }}
          name="contracts.funding"
          label={say('contracts.funding_title')}
          columns={[
            timeColumn('time', say('orderlist.time'), ({ dueAt }) => dueAt, { isFixed: true }),
            fixed('market', say('positions.contract'), ({ market }) => <b>{how.label(market)}</b>),
            figure('rate', say('positions.rate'), ({ rate }) =>
              rate === null ? say('contracts.not_fixed') : <span data-direction={signOf(rate)}>{how.rate(rate)}</span>,
            ),
            figure('premium', say('contracts.premium'), ({ premium }) => (premium === null ? '–' : how.rate(premium))),
            figure('mark', say('positions.mark'), ({ market, mark }) => how.price(market, mark)),
            figure('position', say('contracts.journal'), ({ position }) => String(position)),
          ]}
          keyOf={({ market, dueAt }) => `${market} ${dueAt}`}
          empty={say('contracts.none_fixed')}
        />
      </Panel>
    </div>
  );
}
