import { useState } from 'react';
import { useSelector } from 'react-redux';
import { dayName, dayStart } from '../../../../../../shared/rules/days';
import type { OptionDay } from '../../../../../../shared/products/option/wire';
import { useOptionDaysQuery } from '../../../../entities/option/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { selectUser } from '../../../../entities/session/session-slice';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { including, useFollowed } from '../../../../shared/lib/hooks/use-list';
import { useServerDay } from '../../../../shared/stream/server-time';
import { Choice } from '../../../../shared/ui/controls/choice';
import { figure, fixed, type Column } from '../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../shared/ui/data-table/rows';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import styles from './manage-options.module.css';
import { useOptionWords } from './option-words';

const SPANS = ['30', '90', '365'] as const;

/** What came of it day by day, by the exchange's day; the newest first, days without a contract left out. */
export function OptionDays() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const position = useSelector(selectOptionsPosition);
  const [since, follow] = useState(position);
  const [span, setSpan] = useState<(typeof SPANS)[number]>('30');
  const today = useServerDay();
  const asked = useOptionDaysQuery(
    { from: dayStart(today - Number(span) + 1), to: dayStart(today + 2), ...including(since) },
    { skip: !isKnown },
  );
  useFollowed({ since, follow }, position, asked.isFetching);
  const columns = useDayColumns();
  const { data, error, refetch } = asked;
  if (error && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className={styles.span}>
        <Choice
          label={say('option.days.span')}
          value={span}
          options={SPANS.map((value) => ({ value, text: say('option.days.last', { days: value }) }))}
          onChange={setSpan}
        />
      </div>
      <Rows<OptionDay>
        label={say('option.tab.days')}
        columns={columns}
        rows={data && [...data].sort((a, b) => b.day.localeCompare(a.day))}
        keyOf={({ day, asset }) => `${day} ${asset}`}
        empty={<Note kind="empty" text={say('option.none.days')} />}
      />
      <p className={styles.foot}>{say('option.days.hint', { today: dayName(today) })}</p>
    </>
  );
}

function useDayColumns(): Column<OptionDay>[] {
  const { say, numbers } = useTexts();
  const how = useOptionWords();
  const count = (many: number) => numbers.exact(String(many));
  return [
    fixed('day', say('option.days.day'), ({ day }) => day),
    figure('settled', say('option.sum.count'), ({ settled }) => count(settled)),
    figure('won', say('option.end.won'), ({ won }) => count(won)),
    figure('lost', say('option.end.lost'), ({ lost }) => count(lost)),
    figure('staked', say('option.sum.staked'), ({ staked, asset }) => how.money(staked, asset)),
    figure('paid', say('option.paid'), ({ paid, asset }) => how.money(paid, asset)),
    figure('fees', say('option.sum.fees'), ({ fees, asset }) => how.money(fees, asset)),
    figure('result', say('option.profit'), ({ result, asset }) => how.signed(result, asset)),
  ];
}
