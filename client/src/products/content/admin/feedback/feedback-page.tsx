import { useState } from 'react';
import { Link } from 'react-router';
import {
  FEEDBACK_AGES,
  FEEDBACK_STATES,
  type FeedbackAge,
  type FeedbackRecord,
  type FeedbackState,
} from '../../../../../../shared/products/content/wire';
import { SHOWN_SECONDS, type ShownFeedback } from '../../../../../../shared/wire/shown-data';
import { reasonInWords } from '../../../../../../shared/rules/staff-reasons';
import type { OwnStaff } from '../../../../../../shared/wire/staff';
import { useDeskFeedbackQuery } from '../../../../admin/api/settings-api';
import { useShowFeedbackMutation } from '../../../../admin/api/shown-api';
import type { Act } from '../../../../admin/act/act-dialog';
import { useActDialog } from '../../../../admin/act/use-act-dialog';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { Button } from '../../../../kit/ui/controls/button';
import { column, fixed, type Column } from '../../../../kit/ui/data-table/columns';
import { Filter } from '../../../../kit/ui/lists/filters';
import { PAGE_SIZE_DEFAULT } from '../../../../kit/ui/lists/pages';
import { Panel } from '../../../../kit/ui/page/panel';
import { Tabs } from '../../../../kit/ui/controls/tabs';
import { WAITING_MS_MAX } from '../../../../admin/parts/age';
import { AdminList } from '../../../../admin/parts/admin-list';
import styles from '../../../../admin/parts/admin.module.css';
import { pathOf, maySee } from '../../../../admin/parts/sections';
import { useFeedbackActs } from './use-feedback-acts';
import { Waiting } from '../../../../admin/parts/waiting';
import { ShowButton } from '../../../../admin/parts/show-button';
import { useTemporarilyShown, type Shown } from '../../../../admin/parts/use-temporarily-shown';

/** Feedback of visitors and users by state, with replies. */
export function FeedbackPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [state, setState] = useState<FeedbackState>('open');
  const title = t('staff.section.feedback');
  return (
    <Panel title={title} level={1}>
      <Tabs
        label={title}
        tabs={FEEDBACK_STATES.map((name) => ({ name, title: t(`staff.feedback.state.${name}`) }))}
        selected={state}
        onChoose={setState}
      >
        <List key={state} ownStaff={ownStaff} state={state} />
      </Tabs>
    </Panel>
  );
}

function List({ ownStaff, state }: { ownStaff: OwnStaff; state: FeedbackState }) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const [olderThan, setOlderThan] = useState<FeedbackAge>();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useDeskFeedbackQuery(
    { state, ...(olderThan === undefined ? {} : { olderThan }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  // Refetches even after a refusal, because another member of staff may have been faster.
  const [dialog, setAct] = useActDialog(query.refetch);
  const revealedFeedback = useTemporarilyShown<ShownFeedback>(SHOWN_SECONDS);
  const clear = (feedback: FeedbackRecord): FeedbackRecord => ({
    ...feedback,
    ...revealedFeedback.dataOf(feedback.id),
  });
  const reasonText = (reason: string) => reasonInWords(reason, (id) => serverText('staffReason', id));
  return (
    <>
      <div className={styles.filters}>
        <Filter<FeedbackAge>
          label={t('staff.feedback.age')}
          any={t('staff.feedback.age.any')}
          value={olderThan}
          options={FEEDBACK_AGES.map((value) => ({ value, label: t(`staff.feedback.age.${value}`) }))}
          onChange={(age) => {
            setOlderThan(age);
            setPaging({ ...paging, pageIndex: 1 });
          }}
        />
      </div>
      <AdminList<FeedbackRecord>
        name={`feedback.${state}`}
        label={t('staff.section.feedback')}
        columns={[
          ...columnsOf(texts, ownStaff, state, query.fulfilledTimeStamp ?? 0, clear),
          ...(state === 'open' ? [] : [threadColumn(t, reasonText)]),
          fixed('acts', '', (feedback) => (
            <RowActs feedback={clear(feedback)} revealedFeedback={revealedFeedback} onAct={setAct} />
          )),
        ]}
        query={query}
        keyOf={({ id }) => id}
        empty={t(olderThan === undefined && state === 'open' ? 'staff.feedback.none' : 'staff.feedback.none_like_it')}
        paging={paging}
        onPage={setPaging}
      />
      {dialog}
    </>
  );
}

interface RowActsProps {
  feedback: FeedbackRecord;
  revealedFeedback: Shown<ShownFeedback>;
  onAct: (act: Act) => void;
}

function RowActs({ feedback, revealedFeedback, onAct }: RowActsProps) {
  const { t } = useTexts();
  const revealMutation = useShowFeedbackMutation();
  const { id, userId } = feedback;
  const acts = useFeedbackActs(feedback);
  return (
    <span className={styles.rowActions}>
      <ShowButton
        record={id}
        name={id}
        revealed={revealedFeedback}
        seconds={SHOWN_SECONDS}
        revealMutation={revealMutation}
        request={{ feedback: id, ...(userId === null ? {} : { userId }) }}
        onAct={onAct}
      />
      <Button aria-label={`${t('staff.feedback.answer')}: ${feedback.id}`} onClick={() => onAct(acts.answer)}>
        {t('staff.feedback.answer')}
      </Button>
      {feedback.state !== 'closed' && (
        <Button aria-label={`${t('staff.feedback.close')}: ${feedback.id}`} onClick={() => onAct(acts.close)}>
          {t('staff.feedback.close')}
        </Button>
      )}
    </span>
  );
}

function columnsOf(
  { t }: Texts,
  ownStaff: OwnStaff,
  state: FeedbackState,
  now: number,
  clear: (feedback: FeedbackRecord) => FeedbackRecord,
): Column<FeedbackRecord>[] {
  return [
    fixed('at', t('staff.time'), ({ createdAt }) => (
      <span className={styles.stack}>
        {dateAndTime(createdAt)}
        {state === 'open' && (
          <small>
            <Waiting since={createdAt} now={now} isOverdue={now - createdAt > WAITING_MS_MAX} />
          </small>
        )}
      </span>
    )),
    fixed('category', t('staff.feedback.category'), ({ category }) => t(`staff.feedback_category.${category}`)),
    column('userId', t('staff.user.id'), ({ userId }) => {
      if (userId === null) return t('staff.feedback.visitor');
      return maySee(ownStaff, 'users') ? <Link to={`${pathOf(ownStaff, 'users')}/${userId}`}>{userId}</Link> : userId;
    }),
    column('contact', t('staff.feedback.contact'), (feedback) => clear(feedback).contact ?? '—'),
    column('text', t('staff.feedback.text'), (feedback) => (
      <span className={styles.written}>{clear(feedback).text}</span>
    )),
  ];
}

/** Replies with their authors, oldest first, and the reason for closing. */
function threadColumn(t: Texts['t'], reasonText: (reason: string) => string): Column<FeedbackRecord> {
  return column('thread', t('staff.feedback.thread'), ({ answers, closing }) => (
    <span className={styles.stack}>
      {answers.map(({ text, by, at }, place) => (
        <span key={place} className={styles.written}>
          <small>{`#${by} · ${dateAndTime(at)}`}</small>
          {`\n${text}`}
        </span>
      ))}
      {closing && (
        <span className={styles.written}>
          <small>{`#${closing.by} · ${dateAndTime(closing.at)}`}</small>
          {`\n${t('staff.feedback.state.closed')}${closing.reason === null ? '' : ` – ${reasonText(closing.reason)}`}`}
        </span>
      )}
    </span>
  ));
}
