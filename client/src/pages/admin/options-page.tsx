/** Second contracts at the desk: what is sold, what is open on each side, what waits for a second person, and what stands behind payouts. */
import { useState } from 'react';
import { decimalOf } from '../../../../shared/rules/units';
import type { OptionExposure, ProposedOptionTerms } from '../../../../shared/wire/option-staff';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useDurationWords } from '../../entities/option/use-duration-words';
import { useOptionExposureQuery } from '../../entities/staff/options-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { Rows } from '../../shared/ui/data-table/rows';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import styles from './desk.module.css';
import { exactAmount } from './exact-amount';
import type { OptionTerms } from './option-terms';
import { useOptionActs } from './use-option-acts';

const PPB_SCALE = 9;
type Sold = OptionExposure['products'][number];
type Cover = OptionExposure['cover'][number];

export function OptionsPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useOptionExposureQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useOptionActs(setSince);
  const may = (right: 'markets' | 'recharges') => own.role === 'admin' && own.rights.includes(right);
  if (!data) {
    return (
      <Panel title={say('menu.second')} level={1}>
        {error ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </Panel>
    );
  }
  const changing = { acts, setAct, mayChange: may('markets') };
  return (
    <>
      <Panel
        title={say('menu.second')}
        lead={say('staff.option.lead')}
        level={1}
        actions={changing.mayChange && <Button onClick={() => setAct(acts.terms())}>{say('staff.option.new')}</Button>}
      >
        <Products products={data.products} {...changing} />
      </Panel>
      <Proposed proposed={data.proposed} me={own.userId} {...changing} />
      <Panel title={say('option.cover')} lead={say('option.cover.hint')} level={2}>
        <Covers cover={data.cover} {...{ acts, setAct, mayFund: may('recharges') }} />
      </Panel>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

interface Acting {
  acts: ReturnType<typeof useOptionActs>;
  setAct: (act: Act) => void;
}
interface Changing extends Acting {
  mayChange: boolean;
}

function useWords() {
  const { say, numbers } = useTexts();
  const durationWords = useDurationWords();
  const percent = (ppb: number) => numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
  return {
    money: (amount: string, asset: string) => exactAmount(numbers, amount, asset),
    durations: ({ durations, asset }: OptionTerms) => (
      <ul className={styles.plain}>
        {durations.map(({ durationMs, payoutPpb, feePpb, feeAmount }) => {
          const fee =
            feePpb > 0 ? percent(feePpb) : Number(feeAmount) > 0 ? exactAmount(numbers, feeAmount, asset) : '';
          return (
            <li key={durationMs}>
              {durationWords(durationMs)}: {percent(payoutPpb)}
              {fee && ` · ${say('option.fee_of', { fee })}`}
            </li>
          );
        })}
      </ul>
    ),
    range: ({ amountMin, amountMax, asset }: OptionTerms) =>
      `${numbers.exact(amountMin)} – ${numbers.exact(amountMax)} ${asset}`,
    of: (open: string, most: string, asset: string) => `${numbers.exact(open)} / ${exactAmount(numbers, most, asset)}`,
  };
}

function Products({ products, acts, setAct, mayChange }: Changing & { products: Sold[] }) {
  const { say } = useTexts();
  const how = useWords();
  const open = (side: 'up' | 'down'): Column<Sold> => ({
    ...{ key: side, title: say(`option.open.${side}`), isEnd: true },
    render: (row) => how.of(row.open[side], row.sideMax, row.asset),
  });
  return (
    <Rows<Sold>
      label={say('option.products')}
      rows={products}
      keyOf={({ symbol }) => symbol}
      empty={<Note kind="empty" text={say('option.none.products')} />}
      columns={[
        { key: 'product', title: say('option.product'), isFixed: true, render: ({ label }) => <b>{label}</b> },
        { key: 'durations', title: say('staff.option.durations'), render: how.durations },
        { key: 'limits', title: say('option.stake'), isEnd: true, render: how.range },
        { key: 'count', title: say('staff.option.open'), isEnd: true, render: ({ contracts }) => String(contracts) },
        open('up'),
        open('down'),
        {
          ...{ key: 'promised', title: say('option.cover.promised'), isEnd: true },
          render: ({ promised, asset }) => how.money(promised, asset),
        },
        {
          key: 'state',
          title: say('option.status'),
          isFixed: true,
          render: ({ state }) => say(state === 'open' ? 'staff.option.state.open' : `option.state.${state}`),
        },
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            mayChange && (
              <span className={styles.rowActs}>
                <Button onClick={() => setAct(acts.terms(row))}>{say('staff.sale.change')}</Button>
                <Button onClick={() => setAct(acts.state(row))}>
                  {say(row.state === 'closed' ? 'staff.sale.on' : 'staff.sale.off')}
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}

interface ProposedProps extends Changing {
  proposed: ProposedOptionTerms[];
  /** Who proposed them cannot second them. */
  me: number;
}

function Proposed({ proposed, me, acts, setAct, mayChange }: ProposedProps) {
  const { say } = useTexts();
  const how = useWords();
  if (proposed.length === 0) return null;
  const most = (title: string, key: 'userMax' | 'sideMax' | 'totalMax'): Column<ProposedOptionTerms> => ({
    ...{ key, title, isEnd: true },
    render: (row) => how.money(row[key], row.asset),
  });
  return (
    <Panel title={say('staff.sale.proposed')} level={2}>
      <Rows<ProposedOptionTerms>
        label={say('staff.sale.proposed')}
        rows={proposed}
        keyOf={({ symbol }) => symbol}
        empty={null}
        columns={[
          { key: 'symbol', title: say('staff.option.index'), isFixed: true, render: ({ symbol }) => <b>{symbol}</b> },
          { key: 'durations', title: say('staff.option.durations'), render: how.durations },
          { key: 'limits', title: say('option.stake'), isEnd: true, render: how.range },
          most(say('staff.option.user_max'), 'userMax'),
          most(say('option.caps.side'), 'sideMax'),
          most(say('option.caps.total'), 'totalMax'),
          { key: 'by', title: say('staff.sale.proposed.by'), isEnd: true, render: ({ by }) => String(by) },
          {
            ...{ key: 'act', title: '', isFixed: true, isEnd: true },
            render: (row) =>
              mayChange &&
              row.by !== me && <Button onClick={() => setAct(acts.terms(row))}>{say('staff.sale.second')}</Button>,
          },
        ]}
      />
    </Panel>
  );
}

function Covers({ cover, acts, setAct, mayFund }: Acting & { cover: Cover[]; mayFund: boolean }) {
  const { say } = useTexts();
  const how = useWords();
  const money = (title: string, key: 'held' | 'promised' | 'free'): Column<Cover> => ({
    ...{ key, title, isEnd: true },
    render: (row) => how.money(row[key], row.asset),
  });
  return (
    <Rows<Cover>
      label={say('option.cover')}
      rows={cover}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={say('option.none.products')} />}
      columns={[
        { key: 'asset', title: say('staff.option.coin'), render: ({ asset }) => <b>{asset}</b> },
        money(say('option.cover.held'), 'held'),
        money(say('option.cover.promised'), 'promised'),
        money(say('staff.sale.free'), 'free'),
        {
          ...{ key: 'act', title: '', isFixed: true, isEnd: true },
          render: (row) =>
            mayFund && (
              <span className={styles.rowActs}>
                {(['fund', 'release'] as const).map((name) => (
                  <Button key={name} onClick={() => setAct(acts.fund(row, name))}>
                    {say(`staff.sale.${name}`)}
                  </Button>
                ))}
              </span>
            ),
        },
      ]}
    />
  );
}
