/** Financial products and mining at the desk: what is sold, and what stands behind it. */
import { useState } from 'react';
import type { EarnDesk } from '../../../../../shared/products/earn/staff';
import type { FinancialProduct, MiningProduct } from '../../../../../shared/products/earn/wire';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import type { EarnKind } from '../api/earn-api';
import { QuotaBar, useEarnWords } from '../api/earn-words';
import { EARN_SCREENS, type EarnOffer } from '../api/kinds';
import { useEarnDeskQuery } from './earn-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import type { Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import styles from '../../../pages/admin/parts/desk.module.css';
import { useEarnActs } from './use-earn-acts';

export function EarnDeskPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useEarnDeskQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useEarnActs(setSince);
  const may = (right: 'markets' | 'recharges') => own.role === 'admin' && own.rights.includes(right);
  const title = say('menu.earn_desk');
  if (!data) {
    return (
      <Panel title={title} level={1}>
        <Waiting error={error} onRetry={refetch} />
      </Panel>
    );
  }
  const sold = { acts, setAct, mayChange: may('markets') };
  return (
    <>
      <Panel
        title={title}
        lead={say('staff.earn.lead')}
        level={1}
        actions={
          may('markets') && (
            <>
              <Button onClick={() => setAct(acts.financial())}>{say('staff.earn.propose.financial')}</Button>
              <Button onClick={() => setAct(acts.mining())}>{say('staff.earn.propose.mining')}</Button>
            </>
          )
        }
      >
        <Cover cover={data.cover} {...{ acts, setAct, mayFund: may('recharges') }} />
      </Panel>
      <Panel title={say('menu.financial')} level={2}>
        <FinancialList products={data.financial} {...sold} />
      </Panel>
      <Panel title={say('menu.mining')} level={2}>
        <MiningList products={data.mining} {...sold} />
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
  const { say } = useTexts();
  const how = useEarnWords();
  const money = (title: string, key: 'held' | 'promised' | 'free'): Column<EarnDesk['cover'][number]> => ({
    ...{ key, title, isEnd: true },
    render: (row) => how.money(row[key], row.asset),
  });
  return (
    <Rows<EarnDesk['cover'][number]>
      label={say('staff.earn.cover')}
      rows={cover}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={say('earn.promised.none')} />}
      columns={[
        { key: 'asset', title: say('earn.coin'), render: ({ asset }) => <b>{asset}</b> },
        money(say('earn.promised.held'), 'held'),
        money(say('earn.promised.promised'), 'promised'),
        money(say('staff.earn.free'), 'free'),
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            mayFund && (
              <span className={styles.rowActs}>
                {(['fund', 'release'] as const).map((name) => (
                  <Button key={name} onClick={() => setAct(acts.fund(row, name))}>
                    {say(`staff.earn.${name}`)}
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
  const { say } = useTexts();
  const how = useEarnWords();
  return (
    <Sold<FinancialProduct>
      {...{ kind: 'financial', products, ...changing }}
      columns={[
        {
          key: 'rate',
          title: say('earn.rate.annual'),
          isEnd: true,
          render: ({ annualRatePpb }) => how.percent(annualRatePpb),
        },
        {
          key: 'limits',
          title: say('earn.limits'),
          isEnd: true,
          render: ({ amountMin, userMax, asset }) => how.range(amountMin, userMax, asset),
        },
      ]}
      change={changing.acts.financial}
    />
  );
}

function MiningList({ products, ...changing }: Changing & { products: MiningProduct[] }) {
  const { say } = useTexts();
  const how = useEarnWords();
  return (
    <Sold<MiningProduct>
      {...{ kind: 'mining', products, ...changing }}
      columns={[
        {
          key: 'rate',
          title: say('earn.rate.daily'),
          isEnd: true,
          render: ({ dailyRatePpb }) => how.percent(dailyRatePpb),
        },
        { key: 'income', title: say('mining.income_coin'), render: ({ incomeAsset }) => incomeAsset },
        { key: 'payout', title: say('mining.payout'), render: ({ payout }) => say(`mining.payout.${payout}`) },
        { key: 'rebate', title: say('mining.rebate'), render: (row) => how.rebate(row) },
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
  const { say } = useTexts();
  const how = useEarnWords();
  return (
    <Rows<Product>
      label={say(EARN_SCREENS[kind].offers.text)}
      rows={products}
      keyOf={({ product }) => product}
      empty={<Note kind="empty" text={say('earn.none.products')} />}
      columns={[
        {
          key: 'name',
          title: say('earn.product'),
          isFixed: true,
          render: ({ name, product }) => (
            <>
              <b>{name}</b>
              <small className={styles.under}>{product}</small>
            </>
          ),
        },
        { key: 'term', title: say('earn.term'), isEnd: true, render: ({ termDays }) => how.days(termDays) },
        ...columns,
        { key: 'quota', title: say('earn.quota'), render: (row) => <QuotaBar {...row} /> },
        {
          key: 'state',
          title: say('earn.status'),
          isFixed: true,
          render: ({ state }) => say(`earn.state.${SAID[state]}`),
        },
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            mayChange && (
              <span className={styles.rowActs}>
                <Button onClick={() => setAct(change(row))}>{say('staff.earn.change')}</Button>
                <Button onClick={() => setAct(acts.state(kind, row))}>
                  {say(row.state === 'closed' ? 'staff.earn.on' : 'staff.earn.off')}
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}

const SAID = { open: 'on', closed: 'off', maintenance: 'maintenance' } as const;
