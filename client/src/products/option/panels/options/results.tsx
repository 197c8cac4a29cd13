import { useState } from 'react';
import { useSelector } from 'react-redux';
import type { OptionSum } from '../../../../../../shared/products/option/wire';
import { useOptionLimitsQuery, useOptionResultsQuery } from '../../../../entities/option/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { selectIsLogin, selectUser } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { quotientOf } from '../../../../shared/lib/numbers/exact';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { including, useFollowed } from '../../../../shared/lib/hooks/use-list';
import { Button } from '../../../../shared/ui/controls/button';
import { Facts, type Fact } from '../../../../shared/ui/figures/facts';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { LimitDialog } from './limit-dialog';
import styles from './manage-options.module.css';
import { useOptionWords } from './option-words';

const NONE: OptionSum = { settled: 0, won: 0, lost: 0, staked: '0', paid: '0', fees: '0', result: '0' };
const RATIO_DIGITS = 4;

/** What came of it today and altogether, and how much more the user lets themselves stake today. */
export function OptionResults({ asset, scale }: { asset: string; scale: number }) {
  const { say } = useTexts();
  const how = useOptionWords();
  const isLogin = useSelector(selectIsLogin);
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectOptionsPosition);
  const [isLimiting, setLimiting] = useState(false);
  const [since, follow] = useState(position);
  const results = useOptionResultsQuery(including(since), { skip: !isKnown });
  const limits = useOptionLimitsQuery(including(since), { skip: !isKnown });
  useFollowed({ since, follow }, position, results.isFetching || limits.isFetching);
  if (!isLogin) return <Note kind="empty" text={say('option.none.visitor')} />;
  const error = results.error ?? limits.error;
  if (error && !(results.data && limits.data))
    return (
      <Faulty
        fault={error}
        onRetry={() => {
          void results.refetch();
          void limits.refetch();
        }}
      />
    );
  if (!results.data || !limits.data) return <Note kind="loading" text={say('page.loading')} />;
  const { today = NONE, total = NONE } = results.data.find((one) => one.asset === asset) ?? {};
  const limit = limits.data.find((one) => one.asset === asset) ?? null;
  const amount = limit?.amount ?? null;
  const facts: Fact[] = [
    [say('option.limit'), amount === null ? say('option.limit.none') : how.money(amount, asset)],
    [say('option.limit.staked'), how.money(limit?.staked ?? '0', asset)],
    ...(limit?.next
      ? [
          [
            say('option.limit.next', { time: dateAndTime(limit.next.from) }),
            limit.next.amount === null ? say('option.limit.none') : how.money(limit.next.amount, asset),
          ] as const,
        ]
      : []),
  ];
  return (
    <div className={styles.results}>
      <Sum title={say('option.today')} sum={today} asset={asset} />
      <Sum title={say('option.total')} sum={total} asset={asset} />
      <section aria-label={say('option.limit.title')}>
        <h3>{say('option.limit.title')}</h3>
        <Facts layout="lines" facts={facts} />
        <Button onClick={() => setLimiting(true)}>{say('option.limit.set')}</Button>
      </section>
      {isLimiting && <LimitDialog {...{ asset, scale, limit }} onClose={() => setLimiting(false)} />}
    </div>
  );
}

function Sum({ title, sum, asset }: { title: string; sum: OptionSum; asset: string }) {
  const { say, numbers } = useTexts();
  const how = useOptionWords();
  const decided = sum.won + sum.lost;
  const rate = decided === 0 ? '–' : numbers.narrowPercent(quotientOf(String(sum.won), String(decided), RATIO_DIGITS));
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Facts
        layout="lines"
        facts={[
          [say('option.profit'), how.signed(sum.result, asset)],
          [say('option.sum.count'), numbers.exact(String(sum.settled))],
          [say('option.sum.rate'), say('option.sum.rate_of', { rate, won: String(sum.won), lost: String(sum.lost) })],
          [say('option.sum.staked'), how.money(sum.staked, asset)],
          [say('option.paid'), how.money(sum.paid, asset)],
          [say('option.sum.fees'), how.money(sum.fees, asset)],
        ]}
      />
    </section>
  );
}
