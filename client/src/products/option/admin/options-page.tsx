/** Second contracts at the desk: what is sold, and what stands behind payouts. */
import { useState } from 'react';
import type { OptionDuration, OptionSale } from '../../../../../shared/products/option/wire';
import type { OptionExposure } from '../../../../../shared/products/option/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDurationWords } from '../../../entities/option/use-duration-words';
import { useOptionExposureQuery } from './options-api';
import { ActDialog, type Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import { figure, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Facts } from '../../../shared/ui/figures/facts';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import styles from '../../../pages/admin/parts/desk.module.css';
import { exactAmount } from '../../../pages/admin/parts/exact-amount';
import { percentOf } from '../../../pages/admin/parts/market-draft';
import { OPTION_AMOUNTS, type OptionTerms } from './option-terms';
import { LIMIT_TEXTS, useOptionActs } from './use-option-acts';

type Product = OptionExposure['products'][number];

export function OptionsPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useOptionExposureQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useOptionActs(setSince);
  const may = (right: 'markets' | 'recharges') => own.role === 'admin' && own.rights.includes(right);
  const changing = { acts, setAct, mayChange: may('markets') };
  return (
    <>
      <Panel
        title={say('menu.second')}
        lead={say('staff.option.lead')}
        level={1}
        actions={may('markets') && <Button onClick={() => setAct(acts.add())}>{say('staff.option.new')}</Button>}
      >
        {data ? (
          <Cover cover={data.cover} {...{ acts, setAct, mayFund: may('recharges') }} />
        ) : (
          <Waiting error={error} onRetry={refetch} />
        )}
      </Panel>
      {data?.products.length === 0 && <Note kind="empty" text={say('staff.option.none')} />}
      {data?.products.map((product) => (
        <Sold key={product.symbol} product={product} {...changing} />
      ))}
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

function Cover({ cover, acts, setAct, mayFund }: Acting & { cover: OptionExposure['cover']; mayFund: boolean }) {
  const { say, numbers } = useTexts();
  const money = (title: string, key: 'held' | 'promised' | 'free'): Column<OptionExposure['cover'][number]> =>
    figure(key, title, (row) => exactAmount(numbers, row[key], row.asset));
  return (
    <Rows<OptionExposure['cover'][number]>
      label={say('option.cover')}
      rows={cover}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={say('staff.option.none')} />}
      columns={[
        fixed('asset', say('staff.option.asset'), ({ asset }) => <b>{asset}</b>),
        money(say('option.cover.held'), 'held'),
        money(say('option.cover.promised'), 'promised'),
        money(say('staff.option.free'), 'free'),
        figure(
          'act',
          '',
          (row) =>
            mayFund && (
              <span className={styles.rowActs}>
                <Button onClick={() => setAct(acts.fund(row, 'fund'))}>{say('staff.option.fund')}</Button>
                <Button onClick={() => setAct(acts.fund(row, 'release'))}>{say('staff.option.release')}</Button>
              </span>
            ),
          { isFixed: true },
        ),
      ]}
    />
  );
}

type Told = [name: string, told: string];

/** Terms as facts. */
function useTold() {
  const { say, numbers } = useTexts();
  const durationWords = useDurationWords();
  const percent = (ppb: number) => `${numbers.exact(percentOf(ppb))} %`;
  const fee = ({ feePpb, feeAmount }: OptionDuration, asset: string): string =>
    feePpb > 0 ? percent(feePpb) : feeAmount === '0' ? say('option.fee.none') : exactAmount(numbers, feeAmount, asset);
  return {
    percent,
    fee,
    duration: durationWords,
    limits: (terms: OptionTerms): Told[] =>
      OPTION_AMOUNTS.map((name) => [say(LIMIT_TEXTS[name]), exactAmount(numbers, terms[name], terms.asset)]),
  };
}

function Sold({ product, acts, setAct, mayChange }: Changing & { product: Product }) {
  const { say, numbers } = useTexts();
  const told = useTold();
  const { label, asset, open, contracts, promised, state, durations } = product;
  return (
    <Panel
      title={label}
      level={2}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setAct(acts.limits(product))}>{say('staff.option.limits')}</Button>
            <Button onClick={() => setAct(acts.duration(product))}>{say('staff.option.duration.add')}</Button>
            <Button onClick={() => setAct(acts.state(product))}>
              {say(state === 'closed' ? 'staff.option.on' : 'staff.option.off')}
            </Button>
          </>
        )
      }
    >
      <Facts
        facts={[
          [say('option.status'), say(STATE_TEXTS[state])],
          [say('option.open.up'), exactAmount(numbers, open.up, asset)],
          [say('option.open.down'), exactAmount(numbers, open.down, asset)],
          [say('staff.option.contracts'), numbers.exact(String(contracts))],
          [say('option.cover.promised'), exactAmount(numbers, promised, asset)],
          ...told.limits(product),
        ]}
      />
      <Rows<OptionDuration>
        label={`${say('option.duration')}: ${label}`}
        rows={durations}
        keyOf={({ durationMs }) => String(durationMs)}
        empty={null}
        columns={[
          fixed('duration', say('option.duration'), ({ durationMs }) => <b>{told.duration(durationMs)}</b>),
          figure('gain', say('option.rate'), ({ payoutPpb }) => told.percent(payoutPpb)),
          figure('fee', say('option.fee'), (one) => told.fee(one, asset)),
          figure(
            'act',
            '',
            (one) =>
              mayChange && (
                <span className={styles.rowActs}>
                  <Button onClick={() => setAct(acts.duration(product, one))}>
                    {say('staff.option.duration.change')}
                  </Button>
                  {durations.length > 1 && (
                    <Button onClick={() => setAct(acts.drop(product, one))}>{say('staff.option.duration.drop')}</Button>
                  )}
                </span>
              ),
            { isFixed: true },
          ),
        ]}
      />
    </Panel>
  );
}

const STATE_TEXTS = {
  open: 'staff.option.state.open',
  closed: 'option.state.closed',
  maintenance: 'option.state.maintenance',
  slow: 'option.state.slow',
} as const satisfies Record<OptionSale, string>;
