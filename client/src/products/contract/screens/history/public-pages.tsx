/** What everybody may see of contracts beside funding: the insurance fund, and liquidations without names. */
import type { InsuranceRecord, LiquidationRecord } from '../../../../../../shared/products/perpetual/wire';
import { useInsuranceQuery, useLiquidationsQuery } from '../../api/contract-lists-api';
import { useContractWords } from '../../../../features/show-positions/position-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { signOf } from '../../../../shared/lib/numbers/amount';
import { Amount } from '../../../../shared/ui/figures/amount';
import { Facts } from '../../../../shared/ui/figures/facts';
import { Panel } from '../../../../shared/ui/page/panel';
import { PAGE_SIZE_DEFAULT } from '../../../../shared/ui/lists/pages';
import { column, figure, fixed, timeColumn } from '../../../../shared/ui/data-table/columns';
import { QueryList } from '../../../../shared/ui/lists/query-list';
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
            timeColumn('time', say('orderlist.time'), ({ at }) => at, { isFixed: true }),
            column('market', say('positions.contract'), ({ market }) => (market === null ? '–' : how.label(market))),
            fixed('cause', say('contracts.cause'), ({ cause }) => say(`contracts.cause.${cause}`)),
            figure('amount', say('positions.margin.amount'), ({ amount, asset }) => (
              <span data-direction={signOf(amount)}>
                <Amount of={amount} asset={asset} isSigned /> {asset}
              </span>
            )),
            figure('balance', say('contracts.balance'), ({ balance, asset }) => (
              <>
                <Amount of={balance} asset={asset} /> {asset}
              </>
            )),
            figure('position', say('contracts.journal'), ({ position }) => String(position)),
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
          timeColumn('time', say('orderlist.time'), ({ at }) => at, { isFixed: true }),
          fixed('market', say('positions.contract'), ({ market }) => <b>{how.label(market)}</b>),
          fixed('side', say('place.side'), ({ side }) => how.side(side)),
          figure('quantity', say('orderlist.quantity'), ({ market, quantity }) => how.quantity(market, quantity)),
          figure('mark', say('positions.mark'), ({ market, mark }) => how.price(market, mark)),
          figure('bankruptcy', say('ticket.bankruptcy'), ({ market, bankruptcyPrice }) =>
            how.price(market, bankruptcyPrice),
          ),
          figure('insurance', say('contracts.insurance_title'), ({ market, insurance }) =>
            how.signed(market, insurance),
          ),
        ]}
        keyOf={({ liquidation }) => liquidation}
        empty={say('contracts.none_liquidated')}
      />
    </Panel>
  );
}
