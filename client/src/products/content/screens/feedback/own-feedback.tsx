import { useState } from 'react';
import { useOwnFeedbackQuery } from '../../../../entities/content/content-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Pager } from '../../../../shared/ui/lists/pager';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../../../shared/ui/lists/pages';
import { Mark } from '../../../../shared/ui/figures/mark';
import { Said } from '../../../../shared/ui/said';
import styles from './feedback.module.css';

const KINDS = { open: 'level', answered: 'good', closed: 'level' } as const;

/** What the user has written before, with what was answered. Nothing for who has written nothing. */
export function OwnFeedback() {
  const { say, language } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { data, error, refetch } = useOwnFeedbackQuery({ ...paging, language }, { refetchOnMountOrArgChange: true });
  if (error && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (!data || data.total === 0) return null;
  const title = say('feedback.own');
  return (
    <section className={styles.own} aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {data.records.map(({ id, category, text, createdAt, state, answers, closeReason }) => (
          <li key={id}>
            <p className={styles.ownHead}>
              <b>
                <Said text="feedback.own_number" facts={{ id }} />
              </b>
              <span>{say(`feedback.category.${category}`)}</span>
              <time dateTime={new Date(createdAt).toISOString()}>{dateAndTime(createdAt)}</time>
              <Mark kind={KINDS[state]} text={say(`feedback.state.${state}`)} />
            </p>
            <p className={styles.written}>{text}</p>
            {answers.map((answer, place) => (
              <div key={place} className={styles.answer}>
                <p className={styles.ownHead}>
                  <b>{say('feedback.answer')}</b>
                  <time dateTime={new Date(answer.at).toISOString()}>{dateAndTime(answer.at)}</time>
                </p>
                <p className={styles.written}>{answer.text}</p>
              </div>
            ))}
            {closeReason !== null && <p className={styles.written}>{closeReason}</p>}
          </li>
        ))}
      </ol>
      {data.total > paging.pageSize && (
        <Pager {...paging} list={title} total={data.total} turn={{ by: 'hand', onPage: setPaging }} />
      )}
    </section>
  );
}
