/** Public contract pages besides funding: insurance fund and anonymised liquidations. */
import type { InsuranceRecord, LiquidationRecord } from '../../../../../../shared/products/perpetual/liquidations';
import { useInsuranceQuery, useLiquidationsQuery } from '../../api/contract-lists-api';
import { useContractFormat } from '../../../../kit/positions/position-format';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { Amount } from '../../../../kit/ui/figures/amount';
import { Facts } from '../../../../kit/ui/figures/facts';
import { Panel } from '../../../../kit/ui/page/panel';
import { PAGE_SIZE_DEFAULT } from '../../../../kit/ui/lists/pages';
import { column, figure, fixed, timeColumn } from '../../../../kit/ui/data-table/columns';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import styles from './contract-pages.module.css';
import { useMarketAndPaging } from './use-market-and-paging';

/** Latest balance per asset, independent of the list's filter. */
function useBalances(): InsuranceRecord[] {
  const { data } = useInsuranceQuery({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const latestByAsset = new Map<string, InsuranceRecord>();
  for (const entry of data?.records ?? []) if (!latestByAsset.has(entry.asset)) latestByAsset.set(entry.asset, entry);
  return [...latestByAsset.values()];
}

export function InsuranceFundPage() {
  const { t } = useTexts();
  const format = useContractFormat();
  const { filter, paging, onPage, request } = useMarketAndPaging();
  const query = useInsuranceQuery(request, { refetchOnMountOrArgChange: true });
  const balances = useBalances();
  return (
    <div className={styles.page}>
      <Panel title={t('contracts.insurance_title')} lead={t('contracts.insurance_lead')} level={1}>
        {balances.length > 0 && (
          <div className={styles.facts}>
            <Facts
              details={balances.map(({ balance, asset }) => [
                t('contracts.balance'),
                <b key={asset}>
                  <Amount amount={balance} asset={asset} /> {asset}
                </b>,
              ])}
            />
          </div>
        )}
        {filter}
        <QueryList<InsuranceRecord>
          {...{ query, paging, onPage }}
          name="contracts.insurance"
          label={t('contracts.insurance_title')}
          columns={[
            timeColumn('time', t('orderlist.time'), ({ at }) => at, { isFixed: true }),
            column('market', t('positions.contract'), ({ market }) => (market === null ? '–' : format.label(market))),
            fixed('cause', t('contracts.cause'), ({ cause }) => t(`contracts.cause.${cause}`)),
            figure('amount', t('positions.margin.amount'), ({ amount, asset }) => (
              <span data-direction={signOf(amount)}>
                <Amount amount={amount} asset={asset} isSigned /> {asset}
              </span>
            )),
            figure('balance', t('contracts.balance'), ({ balance, asset }) => (
              <>
                <Amount amount={balance} asset={asset} /> {asset}
              </>
            )),
            figure('position', t('contracts.journal'), ({ position }) => String(position)),
          ]}
          keyOf={({ position, cause, amount, balance }) => `${position} ${cause} ${amount} ${balance}`}
          empty={t('contracts.none_insured')}
        />
      </Panel>
    </div>
  );
}

export function LiquidationsList() {
  const { t } = useTexts();
  const format = useContractFormat();
  const { filter, paging, onPage, request } = useMarketAndPaging();
  const query = useLiquidationsQuery(request, { refetchOnMountOrArgChange: true });
  return (
    <Panel title={t('contracts.liquidations_title')} lead={t('contracts.liquidations_lead')} level={1}>
      {filter}
      <QueryList<LiquidationRecord>
        {...{ query, paging, onPage }}
        name="contracts.liquidations"
        label={t('contracts.liquidations_title')}
        columns={[
          timeColumn('time', t('orderlist.time'), ({ at }) => at, { isFixed: true }),
          fixed('market', t('positions.contract'), ({ market }) => <b>{format.label(market)}</b>),
          fixed('side', t('place.side'), ({ side }) => format.side(side)),
          figure('quantity', t('orderlist.quantity'), ({ market, quantity }) => format.quantity(market, quantity)),
          figure('mark', t('positions.mark'), ({ market, mark }) => format.price(market, mark)),
          figure('bankruptcy', t('ticket.bankruptcy'), ({ market, bankruptcyPrice }) =>
            format.price(market, bankruptcyPrice),
          ),
          figure('insurance', t('contracts.insurance_title'), ({ market, insurance }) =>
            format.signed(market, insurance),
          ),
        ]}
        keyOf={({ liquidation }) => liquidation}
        empty={t('contracts.none_liquidated')}
      />
    </Panel>
  );
}
