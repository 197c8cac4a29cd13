import { useState } from 'react';
import { useOwnFeedbackQuery } from '../../../../kit/entities/content/content-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Pager } from '../../../../kit/ui/lists/pager';
import { PAGE_SIZE_DEFAULT, type Paging } from '../../../../kit/ui/lists/pages';
import { Mark } from '../../../../kit/ui/figures/mark';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import styles from './feedback.module.css';

const KINDS = { open: 'level', answered: 'good', closed: 'level' } as const;

/** The user's earlier feedback with replies. Renders nothing if there is none. */
export function OwnFeedback() {
  const { t, language } = useTexts();
  const [paging, setPaging] = useState<Paging>({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const { data, error, refetch } = useOwnFeedbackQuery({ ...paging, language }, { refetchOnMountOrArgChange: true });
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (!data || data.total === 0) return null;
  const title = t('feedback.own');
  return (
    <section className={styles.own} aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {data.records.map(({ id, category, text, createdAt, state, answers, closeReason }) => (
          <li key={id}>
            <p className={styles.ownHead}>
              <b>
                <TextWithFact text="feedback.own_number" params={{ id }} />
              </b>
              <span>{t(`feedback.category.${category}`)}</span>
              <time dateTime={new Date(createdAt).toISOString()}>{dateAndTime(createdAt)}</time>
              <Mark kind={KINDS[state]} text={t(`feedback.state.${state}`)} />
            </p>
            <p className={styles.written}>{text}</p>
            {answers.map((answer, place) => (
              <div key={place} className={styles.answer}>
                <p className={styles.ownHead}>
                  <b>{t('feedback.answer')}</b>
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
        <Pager {...paging} list={title} total={data.total} navigation={{ by: 'hand', onPage: setPaging }} />
      )}
    </section>
  );
}
