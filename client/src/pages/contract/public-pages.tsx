/** What everybody may see of contracts beside funding: the insurance fund, and liquidations without names. */
import type { InsuranceRecord, LiquidationRecord } from '../../../../shared/wire/contract';
import { useInsuranceQuery, useLiquidationsQuery } from '../../entities/contract/contract-lists-api';
import { useContractWords } from '../../features/manage-positions/position-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { signOf } from '../../shared/lib/amount';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { QueryList } from '../../shared/ui/query-list';
import styles from './contract-pages.module.css';
import { useListed } from './use-listed';

/** Of each asset the balance after the latest entry, whatever the list below is narrowed down to. */
function useBalances(): InsuranceRecord[] {
  const { data } = useInsuranceQuery({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const newest = new Map<string, InsuranceRecord>();
  for (const entry of data?.records ?? []) if (!newest.has(entry.asset)) newest.set(entry.asset, entry);
  return [...newest.values()];
}

export function InsuranceFundPage() {
  const { say } = useTexts();
  const how = useContractWords();
  const { filter, paging, onPage, request } = useListed();
  const asked = useInsuranceQuery(request, { refetchOnMountOrArgChange: true });
  const balances = useBalances();
  return (
    <div className={styles.page}>
      <Panel title={say('contracts.insurance_title')} lead={say('contracts.insurance_lead')} level={1}>
        {balances.length > 0 && (
          <div className={styles.facts}>
            <Facts
              facts={balances.map(({ balance, asset }) => [
                say('contracts.balance'),
                <b key={asset}>
                  <Amount of={balance} asset={asset} /> {asset}
                </b>,
              ])}
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
