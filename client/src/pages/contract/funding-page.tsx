import type { FundingRateRecord } from '../../../../shared/wire/contract';
import { useFundingRatesQuery } from '../../entities/contract/contract-lists-api';
import { useInstruments } from '../../entities/instrument/instrument';
import { useContractWords } from '../../features/manage-positions/position-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { dateAndTime } from '../../shared/lib/format';
import { Panel } from '../../shared/ui/panel';
import { QueryList } from '../../shared/ui/query-list';
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
            {
              key: 'time',
              title: say('orderlist.time'),
              isFixed: true,
              render: ({ dueAt }) => dateAndTime(dueAt),
            },
            {
              key: 'market',
              title: say('positions.contract'),
              isFixed: true,
              render: ({ market }) => <b>{how.label(market)}</b>,
            },
            {
              key: 'rate',
              title: say('positions.rate'),
              isEnd: true,
              render: ({ rate }) =>
                rate === null ? (
                  say('contracts.not_fixed')
                ) : (
                  <span data-direction={signOf(rate)}>{how.rate(rate)}</span>
                ),
            },
            {
              key: 'premium',
              title: say('contracts.premium'),
              isEnd: true,
              render: ({ premium }) => (premium === null ? '–' : how.rate(premium)),
            },
            {
              key: 'mark',
              title: say('positions.mark'),
              isEnd: true,
              render: ({ market, mark }) => how.price(market, mark),
            },
            {
              key: 'position',
              title: say('contracts.journal'),
              isEnd: true,
              render: ({ position }) => String(position),
            },
          ]}
          keyOf={({ market, dueAt }) => `${market} ${dueAt}`}
          empty={say('contracts.none_fixed')}
        />
      </Panel>
    </div>
  );
}
