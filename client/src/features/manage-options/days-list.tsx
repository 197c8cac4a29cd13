import { useState } from 'react';
import { useSelector } from 'react-redux';
import { dayName, dayStart } from '../../../../shared/rules/days';
import type { OptionDay } from '../../../../shared/wire/option';
import { useOptionDaysQuery } from '../../entities/option/option-api';
import { selectOptionsPosition } from '../../entities/option/option-slice';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { including, useFollowed } from '../../shared/lib/use-list';
import { useServerDay } from '../../shared/stream/server-time';
import { Choice } from '../../shared/ui/choice';
import type { Column } from '../../shared/ui/data-table/columns';
import { Rows } from '../../shared/ui/data-table/rows';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
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
    { key: 'day', title: say('option.days.day'), isFixed: true, render: ({ day }) => day },
    { key: 'settled', title: say('option.sum.count'), isEnd: true, render: ({ settled }) => count(settled) },
    { key: 'won', title: say('option.end.won'), isEnd: true, render: ({ won }) => count(won) },
    { key: 'lost', title: say('option.end.lost'), isEnd: true, render: ({ lost }) => count(lost) },
    {
      key: 'staked',
      title: say('option.sum.staked'),
      isEnd: true,
      render: ({ staked, asset }) => how.money(staked, asset),
    },
    { key: 'paid', title: say('option.paid'), isEnd: true, render: ({ paid, asset }) => how.money(paid, asset) },
    { key: 'fees', title: say('option.sum.fees'), isEnd: true, render: ({ fees, asset }) => how.money(fees, asset) },
    {
      key: 'result',
      title: say('option.profit'),
      isEnd: true,
      render: ({ result, asset }) => how.signed(result, asset),
    },
  ];
}
