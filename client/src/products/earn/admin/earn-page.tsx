/** Admin page of financial products and mining: products on sale and the funds that cover them. */
import { useState } from 'react';
import type { EarnDesk } from '../../../../../shared/products/earn/staff';
import type { FinancialProduct, MiningProduct } from '../../../../../shared/products/earn/wire';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import type { EarnKind } from '../api/earn-api';
import { QuotaBar, useEarnFormat } from '../api/earn-format';
import { EARN_SCREENS, type EarnOffer } from '../api/kinds';
import { useEarnDeskQuery } from './earn-api';
import { ActDialog, type Act } from '../../../admin/act/act-dialog';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import type { Column } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import styles from '../../../admin/parts/admin.module.css';
import { useEarnActs } from './use-earn-acts';

export function EarnAdminPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useEarnDeskQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useEarnActs(setSince);
  const may = (right: 'markets' | 'recharges') => ownStaff.role === 'admin' && ownStaff.rights.includes(right);
  const title = t('menu.earn_desk');
  if (!data) {
    return (
      <Panel title={title} level={1}>
        <Waiting error={error} onRetry={refetch} />
      </Panel>
    );
  }
  const sharedProps = { acts, setAct, mayChange: may('markets') };
  return (
    <>
      <Panel
        title={title}
        lead={t('staff.earn.lead')}
        level={1}
        actions={
          may('markets') && (
            <>
              <Button onClick={() => setAct(acts.financial())}>{t('staff.earn.propose.financial')}</Button>
              <Button onClick={() => setAct(acts.mining())}>{t('staff.earn.propose.mining')}</Button>
            </>
          )
        }
      >
        <Cover cover={data.cover} {...{ acts, setAct, mayFund: may('recharges') }} />
      </Panel>
      <Panel title={t('menu.financial')} level={2}>
        <FinancialList products={data.financial} {...sharedProps} />
      </Panel>
      <Panel title={t('menu.mining')} level={2}>
        <MiningList products={data.mining} {...sharedProps} />
      </Panel>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

interface Acting {
  acts: ReturnType<typeof useEarnActs>;
  setAct: (act: Act) => void;
}
interface Changing extends Acting {
  mayChange: boolean;
}

function Cover({ cover, acts, setAct, mayFund }: Acting & { cover: EarnDesk['cover']; mayFund: boolean }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const money = (title: string, key: 'held' | 'promised' | 'free'): Column<EarnDesk['cover'][number]> => ({
    ...{ key, title, isEnd: true },
    render: (row) => format.money(row[key], row.asset),
  });
  return (
    <Rows<EarnDesk['cover'][number]>
      label={t('staff.earn.cover')}
      rows={cover}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={t('earn.promised.none')} />}
      columns={[
        { key: 'asset', title: t('earn.coin'), render: ({ asset }) => <b>{asset}</b> },
        money(t('earn.promised.held'), 'held'),
        money(t('earn.promised.promised'), 'promised'),
        money(t('staff.earn.free'), 'free'),
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            mayFund && (
              <span className={styles.rowActs}>
                {(['fund', 'release'] as const).map((name) => (
                  <Button key={name} onClick={() => setAct(acts.fund(row, name))}>
                    {t(`staff.earn.${name}`)}
                  </Button>
                ))}
              </span>
            ),
        },
      ]}
    />
  );
}

function FinancialList({ products, ...changing }: Changing & { products: FinancialProduct[] }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  return (
    <Sold<FinancialProduct>
      {...{ kind: 'financial', products, ...changing }}
      columns={[
        {
          key: 'rate',
          title: t('earn.rate.annual'),
          isEnd: true,
          render: ({ annualRatePpb }) => format.percent(annualRatePpb),
        },
        {
          key: 'limits',
          title: t('earn.limits'),
          isEnd: true,
          render: ({ amountMin, userMax, asset }) => format.range(amountMin, userMax, asset),
        },
      ]}
      change={changing.acts.financial}
    />
  );
}

function MiningList({ products, ...changing }: Changing & { products: MiningProduct[] }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  return (
    <Sold<MiningProduct>
      {...{ kind: 'mining', products, ...changing }}
      columns={[
        {
          key: 'rate',
          title: t('earn.rate.daily'),
          isEnd: true,
          render: ({ dailyRatePpb }) => format.percent(dailyRatePpb),
        },
        { key: 'income', title: t('mining.income_coin'), render: ({ incomeAsset }) => incomeAsset },
        { key: 'payout', title: t('mining.payout'), render: ({ payout }) => t(`mining.payout.${payout}`) },
        { key: 'rebate', title: t('mining.rebate'), render: (row) => format.rebate(row) },
      ]}
      change={changing.acts.mining}
    />
  );
}

interface SoldProps<Product> extends Changing {
  kind: EarnKind;
  products: Product[];
  columns: Column<Product>[];
  change: (product: Product) => Act;
}

function Sold<Product extends EarnOffer>(properties: SoldProps<Product>) {
  const { kind, products, columns, change, acts, setAct, mayChange } = properties;
  const { t } = useTexts();
  const format = useEarnFormat();
  return (
    <Rows<Product>
      label={t(EARN_SCREENS[kind].offers.text)}
      rows={products}
      keyOf={({ product }) => product}
      empty={<Note kind="empty" text={t('earn.none.products')} />}
      columns={[
        {
          key: 'name',
          title: t('earn.product'),
          isFixed: true,
          render: ({ name, product }) => (
            <>
              <b>{name}</b>
              <small className={styles.under}>{product}</small>
            </>
          ),
        },
        { key: 'term', title: t('earn.term'), isEnd: true, render: ({ termDays }) => format.days(termDays) },
        ...columns,
        { key: 'quota', title: t('earn.quota'), render: (row) => <QuotaBar {...row} /> },
        {
          key: 'state',
          title: t('earn.status'),
          isFixed: true,
          render: ({ state }) => t(`earn.state.${SAID[state]}`),
        },
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            mayChange && (
              <span className={styles.rowActs}>
                <Button onClick={() => setAct(change(row))}>{t('staff.earn.change')}</Button>
                <Button onClick={() => setAct(acts.state(kind, row))}>
                  {t(row.state === 'closed' ? 'staff.earn.on' : 'staff.earn.off')}
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}

const SAID = { open: 'on', closed: 'off', maintenance: 'maintenance' } as const;
