import { useState } from 'react';
import { useSelector } from 'react-redux';
import { dayName, dayStart } from '../../../../../../shared/rules/days';
import type { OptionDay } from '../../../../../../shared/products/option/wire';
import { useOptionDaysQuery } from '../../api/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { minPositionQuery, useFollowPosition } from '../../../../kit/lib/hooks/use-list';
import { useServerDay } from '../../../../kit/stream/server-time';
import { Choice } from '../../../../kit/ui/controls/choice';
import { figure, fixed, type Column } from '../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../kit/ui/data-table/rows';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import styles from './manage-options.module.css';
import { useOptionFormat } from './option-format';

const SPANS = ['30', '90', '365'] as const;

/** Daily results in the exchange's days, newest first; days without a contract are left out. */
export function OptionDays() {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectOptionsPosition);
  const [since, follow] = useState(position);
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30');
  const today = useServerDay();
  const query = useOptionDaysQuery(
    { from: dayStart(today - Number(span) + 1), to: dayStart(today + 2), ...minPositionQuery(since) },
    { skip: !isKnown },
  );
  useFollowPosition({ since, follow }, position, query.isFetching);
  const columns = useDayColumns();
  const { data, error, refetch } = query;
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={styles.span}>
        <Choice
          label={t('option.days.span')}
          value={span}
          options={SPANS.map((value) => ({ value, text: t('option.days.last', { days: value }) }))}
          onChange={setSpan}
        />
      </div>
      <Rows<OptionDay>
        label={t('option.tab.days')}
        columns={columns}
        rows={data && [...data].sort((a, b) => b.day.localeCompare(a.day))}
        keyOf={({ day, asset }) => `${day} ${asset}`}
        empty={<Note kind="empty" text={t('option.none.days')} />}
      />
      <p className={styles.foot}>{t('option.days.hint', { today: dayName(today) })}</p>
    </>
  );
}

function useDayColumns(): Column<OptionDay>[] {
  const { t, numbers } = useTexts();
  const format = useOptionFormat();
  const count = (many: number) => numbers.exact(String(many));
  return [
    fixed('day', t('option.days.day'), ({ day }) => day),
    figure('settled', t('option.sum.count'), ({ settled }) => count(settled)),
    figure('won', t('option.end.won'), ({ won }) => count(won)),
    figure('lost', t('option.end.lost'), ({ lost }) => count(lost)),
    figure('staked', t('option.sum.staked'), ({ staked, asset }) => format.money(staked, asset)),
    figure('paid', t('option.paid'), ({ paid, asset }) => format.money(paid, asset)),
    figure('fees', t('option.sum.fees'), ({ fees, asset }) => format.money(fees, asset)),
    figure('result', t('option.profit'), ({ result, asset }) => format.signed(result, asset)),
  ];
}
