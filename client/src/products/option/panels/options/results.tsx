import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { OptionSum } from '../../../../../../shared/products/option/wire';
import { useOptionLimitsQuery, useOptionResultsQuery } from '../../api/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { selectIsLogin, selectUser } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { quotientOf } from '../../../../kit/lib/numbers/exact';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { minPositionQuery, useFollowPosition } from '../../../../kit/lib/hooks/use-list';
import { Button } from '../../../../kit/ui/controls/button';
import { Facts, type Fact } from '../../../../kit/ui/figures/facts';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { LimitDialog } from './limit-dialog';
import styles from './manage-options.module.css';
import { useOptionFormat } from './option-format';

const NONE: OptionSum = { settled: 0, won: 0, lost: 0, staked: '0', paid: '0', fees: '0', result: '0' };
const RATIO_DIGITS = 4;

/** Results of today and in total, and what remains today of the user's own limit. */
export function OptionResults({ asset, scale }: { asset: string; scale: number }) {
  const { t } = useTexts();
  const format = useOptionFormat();
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectOptionsPosition);
  const [isLimiting, setLimiting] = useState(false);
  const [since, follow] = useState(position);
  const results = useOptionResultsQuery(minPositionQuery(since), { skip: !isKnown });
  const limits = useOptionLimitsQuery(minPositionQuery(since), { skip: !isKnown });
  useFollowPosition({ since, follow }, position, results.isFetching || limits.isFetching);
  if (!isLogin) return <Note kind="empty" text={t('option.none.visitor')} />;
  const error = results.error ?? limits.error;
  if (error && !(results.data && limits.data))
    return (
      <Faulty
        error={error}
        onRetry={() => {
          void results.refetch();
          void limits.refetch();
        }}
      />
    );
  if (!results.data || !limits.data) return <Note kind="loading" text={t('page.loading')} />;
  const { today = NONE, total = NONE } = results.data.find((one) => one.asset === asset) ?? {};
  const limit = limits.data.find((one) => one.asset === asset) ?? null;
  const amount = limit?.amount ?? null;
  const details: Fact[] = [
    [t('option.limit'), amount === null ? t('option.limit.none') : format.money(amount, asset)],
    [t('option.limit.staked'), format.money(limit?.staked ?? '0', asset)],
    ...(limit?.next
      ? [
          [
            t('option.limit.next', { time: dateAndTime(limit.next.from) }),
            limit.next.amount === null ? t('option.limit.none') : format.money(limit.next.amount, asset),
          ] as const,
        ]
      : []),
  ];
  return (
    <div className={styles.results}>
      <Sum title={t('option.today')} sum={today} asset={asset} />
      <Sum title={t('option.total')} sum={total} asset={asset} />
      <section aria-label={t('option.limit.title')}>
        <h3>{t('option.limit.title')}</h3>
        <Facts layout="lines" details={details} />
        <Button onClick={() => setLimiting(true)}>{t('option.limit.set')}</Button>
      </section>
      {isLimiting && <LimitDialog {...{ asset, scale, limit }} onClose={() => setLimiting(false)} />}
    </div>
  );
}

function Sum({ title, sum, asset }: { title: string; sum: OptionSum; asset: string }) {
  const { t, numbers } = useTexts();
  const format = useOptionFormat();
  const decided = sum.won + sum.lost;
  const rate = decided === 0 ? '–' : numbers.narrowPercent(quotientOf(String(sum.won), String(decided), RATIO_DIGITS));
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Facts
        layout="lines"
        details={[
          [t('option.profit'), format.signed(sum.result, asset)],
          [t('option.sum.count'), numbers.exact(String(sum.settled))],
          [t('option.sum.rate'), t('option.sum.rate_of', { rate, won: String(sum.won), lost: String(sum.lost) })],
          [t('option.sum.staked'), format.money(sum.staked, asset)],
          [t('option.paid'), format.money(sum.paid, asset)],
          [t('option.sum.fees'), format.money(sum.fees, asset)],
        ]}
      />
    </section>
  );
}
