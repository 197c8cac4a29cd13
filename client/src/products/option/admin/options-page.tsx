/** Desk page of second contracts: products, and the funds that cover payouts. */
import { useState } from 'react';
import type { OptionDuration, OptionSale } from '../../../../../shared/products/option/wire';
import type { OptionExposure } from '../../../../../shared/products/option/staff';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDurationWords } from '../api/use-duration-words';
import { useOptionExposureQuery } from './options-api';
import { ActDialog, type Act } from '../../../admin/act/act-dialog';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import { figure, fixed, type Column } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Facts } from '../../../kit/ui/figures/facts';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import styles from '../../../admin/parts/admin.module.css';
import { exactAmount } from '../../../admin/parts/exact-amount';
import { percentOf } from '../../../admin/parts/market-draft';
import { OPTION_AMOUNTS, type OptionTerms } from './option-terms';
import { LIMIT_TEXTS, useOptionActs } from './use-option-acts';

type Product = OptionExposure['products'][number];

export function OptionsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [since, setSince] = useState<number>();
  const [act, setAct] = useState<Act | null>(null);
  const { data, error, refetch } = useOptionExposureQuery(since, { refetchOnMountOrArgChange: true });
  const acts = useOptionActs(setSince);
  const may = (right: 'markets' | 'recharges') => ownStaff.role === 'admin' && ownStaff.rights.includes(right);
  const changing = { acts, setAct, mayChange: may('markets') };
  return (
    <>
      <Panel
        title={t('menu.second')}
        lead={t('staff.option.lead')}
        level={1}
        actions={may('markets') && <Button onClick={() => setAct(acts.add())}>{t('staff.option.new')}</Button>}
      >
        {data ? (
          <Cover cover={data.cover} {...{ acts, setAct, mayFund: may('recharges') }} />
        ) : (
          <Waiting error={error} onRetry={refetch} />
        )}
      </Panel>
      {data?.products.length === 0 && <Note kind="empty" text={t('staff.option.none')} />}
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
  const { t, numbers } = useTexts();
  const money = (title: string, key: 'held' | 'promised' | 'free'): Column<OptionExposure['cover'][number]> =>
    figure(key, title, (row) => exactAmount(numbers, row[key], row.asset));
  return (
    <Rows<OptionExposure['cover'][number]>
      label={t('option.cover')}
      rows={cover}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={t('staff.option.none')} />}
      columns={[
        fixed('asset', t('staff.option.asset'), ({ asset }) => <b>{asset}</b>),
        money(t('option.cover.held'), 'held'),
        money(t('option.cover.promised'), 'promised'),
        money(t('staff.option.free'), 'free'),
        figure(
          'act',
          '',
          (row) =>
            mayFund && (
              <span className={styles.rowActs}>
                <Button onClick={() => setAct(acts.fund(row, 'fund'))}>{t('staff.option.fund')}</Button>
                <Button onClick={() => setAct(acts.fund(row, 'release'))}>{t('staff.option.release')}</Button>
              </span>
            ),
          { isFixed: true },
        ),
      ]}
    />
  );
}

type NamedText = [name: string, told: string];

/** Formats the terms as facts. */
function useTermsFormat() {
  const { t, numbers } = useTexts();
  const durationWords = useDurationWords();
  const percent = (ppb: number) => `${numbers.exact(percentOf(ppb))} %`;
  const fee = ({ feePpb, feeAmount }: OptionDuration, asset: string): string =>
    feePpb > 0 ? percent(feePpb) : feeAmount === '0' ? t('option.fee.none') : exactAmount(numbers, feeAmount, asset);
  return {
    percent,
    fee,
    duration: durationWords,
    limits: (terms: OptionTerms): NamedText[] =>
      OPTION_AMOUNTS.map((name) => [t(LIMIT_TEXTS[name]), exactAmount(numbers, terms[name], terms.asset)]),
  };
}

function Sold({ product, acts, setAct, mayChange }: Changing & { product: Product }) {
  const { t, numbers } = useTexts();
  const format = useTermsFormat();
  const { label, asset, open, contracts, promised, state, durations } = product;
  return (
    <Panel
      title={label}
      level={2}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setAct(acts.limits(product))}>{t('staff.option.limits')}</Button>
            <Button onClick={() => setAct(acts.duration(product))}>{t('staff.option.duration.add')}</Button>
            <Button onClick={() => setAct(acts.state(product))}>
              {t(state === 'closed' ? 'staff.option.on' : 'staff.option.off')}
            </Button>
          </>
        )
      }
    >
      <Facts
        details={[
          [t('option.status'), t(STATE_TEXTS[state])],
          [t('option.open.up'), exactAmount(numbers, open.up, asset)],
          [t('option.open.down'), exactAmount(numbers, open.down, asset)],
          [t('staff.option.contracts'), numbers.exact(String(contracts))],
          [t('option.cover.promised'), exactAmount(numbers, promised, asset)],
          ...format.limits(product),
        ]}
      />
      <Rows<OptionDuration>
        label={`${t('option.duration')}: ${label}`}
        rows={durations}
        keyOf={({ durationMs }) => String(durationMs)}
        empty={null}
        columns={[
          fixed('duration', t('option.duration'), ({ durationMs }) => <b>{format.duration(durationMs)}</b>),
          figure('gain', t('option.rate'), ({ payoutPpb }) => format.percent(payoutPpb)),
          figure('fee', t('option.fee'), (one) => format.fee(one, asset)),
          figure(
            'act',
            '',
            (one) =>
              mayChange && (
                <span className={styles.rowActs}>
                  <Button onClick={() => setAct(acts.duration(product, one))}>
                    {t('staff.option.duration.change')}
                  </Button>
                  {durations.length > 1 && (
                    <Button onClick={() => setAct(acts.drop(product, one))}>{t('staff.option.duration.drop')}</Button>
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
