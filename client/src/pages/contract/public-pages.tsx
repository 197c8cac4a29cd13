/** What everybody may see of contracts: rates of funding, the insurance fund, and liquidations without names. */
import { useState } from 'react';
import type { FundingRateRecord, InsuranceRecord, LiquidationRecord } from '../../../../shared/wire/contract';
import {
  useFundingRatesQuery,
  useInsuranceQuery,
  useLiquidationsQuery,
} from '../../entities/contract/contract-lists-api';
import { useContractWords } from '../../features/manage-positions/position-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../shared/ui/pages';
import { QueryList } from '../../shared/ui/query-list';
import { Themed } from '../../shared/ui/themed';
import { ContractSelect } from './contract-select';
import styles from './contract-pages.module.css';

function useListed() {
  const [market, choose] = useState<string | undefined>();
  const [paging, onPage] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const setMarket = (next: string | undefined) => {
    choose(next);
    onPage({ ...paging, pageIndex: 1 });
  };
  const filter = (
    <div className={styles.filters}>
      <ContractSelect value={market} onChange={setMarket} />
    </div>
  );
  return { filter, paging, onPage, request: { ...paging, ...(market === undefined ? {} : { market }) } };
}

export function FundingHistoryPage() {
  const { say } = useTexts();
  const how = useContractWords();
  const { filter, paging, onPage, request } = useListed();
  const asked = useFundingRatesQuery(request, { refetchOnMountOrArgChange: true });
  return (
    <Themed>
      <div className={styles.page}>
        <Panel title={say('contracts.funding_title')} lead={say('contracts.funding_lead')} level={1}>
          {filter}
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
    </Themed>
  );
}

export function InsuranceFundPage() {
  const { say } = useTexts();
  const how = useContractWords();
  const { filter, paging, onPage, request } = useListed();
  const asked = useInsuranceQuery(request, { refetchOnMountOrArgChange: true });
  const [newest] = asked.data?.records ?? [];
  return (
    <Themed>
      <div className={styles.page}>
        <Panel title={say('contracts.insurance_title')} lead={say('contracts.insurance_lead')} level={1}>
          {newest && paging.pageIndex === 1 && request.market === undefined && (
            <div className={styles.facts}>
              <Facts
                facts={[
                  [
                    say('contracts.balance'),
                    <b key="balance">
                      <Amount of={newest.balance} asset={newest.asset} /> {newest.asset}
                    </b>,
                  ],
                ]}
              />
            </div>
          )}
          {filter}
          <QueryList<InsuranceRecord>
            {...{ asked, paging, onPage }}
            name="contracts.insurance"
            label={say('contracts.insurance_title')}
            columns={[
              { key: 'time', title: say('orderlist.time'), isFixed: true, render: ({ at }) => dateAndTime(at) },
              {
                key: 'market',
                title: say('positions.contract'),
                render: ({ market }) => (market === null ? '–' : how.label(market)),
              },
              {
                key: 'cause',
                title: say('contracts.cause'),
                isFixed: true,
                render: ({ cause }) => say(`contracts.cause.${cause}`),
              },
              {
                key: 'amount',
                title: say('positions.margin.amount'),
                isEnd: true,
                render: ({ amount, asset }) => (
                  <span data-direction={signOf(amount)}>
                    <Amount of={amount} asset={asset} isSigned /> {asset}
                  </span>
                ),
              },
              {
                key: 'balance',
                title: say('contracts.balance'),
                isEnd: true,
                render: ({ balance, asset }) => (
                  <>
                    <Amount of={balance} asset={asset} /> {asset}
                  </>
                ),
              },
              {
                key: 'position',
                title: say('contracts.journal'),
                isEnd: true,
                render: ({ position }) => String(position),
              },
            ]}
            keyOf={({ position, cause, amount, balance }) => `${position} ${cause} ${amount} ${balance}`}
            empty={say('contracts.none_insured')}
          />
        </Panel>
      </div>
    </Themed>
  );
}

export function LiquidationsList() {
  const { say } = useTexts();
  const how = useContractWords();
  const { filter, paging, onPage, request } = useListed();
  const asked = useLiquidationsQuery(request, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={say('contracts.liquidations_title')} lead={say('contracts.liquidations_lead')} level={1}>
      {filter}
      <QueryList<LiquidationRecord>
        {...{ asked, paging, onPage }}
        name="contracts.liquidations"
        label={say('contracts.liquidations_title')}
        columns={[
          { key: 'time', title: say('orderlist.time'), isFixed: true, render: ({ at }) => dateAndTime(at) },
          {
            key: 'market',
            title: say('positions.contract'),
            isFixed: true,
            render: ({ market }) => <b>{how.label(market)}</b>,
          },
          { key: 'side', title: say('place.side'), isFixed: true, render: ({ side }) => how.side(side) },
          {
            key: 'quantity',
            title: say('orderlist.quantity'),
            isEnd: true,
            render: ({ market, quantity }) => how.quantity(market, quantity),
          },
          {
            key: 'mark',
            title: say('positions.mark'),
            isEnd: true,
            render: ({ market, mark }) => how.price(market, mark),
          },
          {
            key: 'bankruptcy',
            title: say('ticket.bankruptcy'),
            isEnd: true,
            render: ({ market, bankruptcyPrice }) => how.price(market, bankruptcyPrice),
          },
          {
            key: 'insurance',
            title: say('contracts.insurance_title'),
            isEnd: true,
            render: ({ market, insurance }) => how.signed(market, insurance),
          },
        ]}
        keyOf={({ liquidation }) => liquidation}
        empty={say('contracts.none_liquidated')}
      />
    </Panel>
  );
}
