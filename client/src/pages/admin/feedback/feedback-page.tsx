import { useState } from 'react';
import { Link } from 'react-router';
import {
  FEEDBACK_AGES,
  FEEDBACK_STATES,
  type FeedbackAge,
  type FeedbackRecord,
  type FeedbackState,
} from '../../../../../shared/products/content/wire';
import { SHOWN_SECONDS, type ShownFeedback } from '../../../../../shared/wire/shown-data';
import { reasonInWords } from '../../../../../shared/rules/staff-reasons';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { useDeskFeedbackQuery } from '../../../entities/staff/settings-api';
import { useShowFeedbackMutation } from '../../../entities/staff/shown-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useActDialog } from '../../../features/staff-act/use-act-dialog';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Button } from '../../../shared/ui/controls/button';
import { column, fixed, type Column } from '../../../shared/ui/data-table/columns';
import { Filter } from '../../../shared/ui/lists/filters';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Panel } from '../../../shared/ui/page/panel';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { WAITING_MS_MAX } from '../parts/age';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { pathOf, sees } from '../parts/sections';
import { useFeedbackActs } from './use-feedback-acts';
import { Waiting } from '../parts/waiting';
import { ShowButton } from '../parts/show-button';
import { useShown, type Shown } from '../parts/use-shown';

/** What visitors and users have told the desk, by whether it is answered, and the answers to it. */
export function FeedbackPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [state, setState] = useState<FeedbackState>('open');
  const title = say('staff.section.feedback');
  return (
    <Panel title={title} level={1}>
      <Tabs
        label={title}
        tabs={FEEDBACK_STATES.map((name) => ({ name, title: say(`staff.feedback.state.${name}`) }))}
        chosen={state}
        onChoose={setState}
      >
        <List key={state} own={own} state={state} />
      </Tabs>
    </Panel>
  );
}

function List({ own, state }: { own: OwnStaff; state: FeedbackState }) {
  const texts = useTexts();
  const { say } = texts;
  const words = useServerWords();
  const [olderThan, setOlderThan] = useState<FeedbackAge>();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useDeskFeedbackQuery(
    { state, ...(olderThan === undefined ? {} : { olderThan }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  // Refused or not: somebody else may have been faster.
  const [dialog, setAct] = useActDialog(asked.refetch);
  const shown = useShown<ShownFeedback>(SHOWN_SECONDS);
  const clear = (feedback: FeedbackRecord): FeedbackRecord => ({ ...feedback, ...shown.of(feedback.id) });
  const reasonText = (reason: string) => reasonInWords(reason, (id) => words('staffReason', id));
  return (
    <>
      <div className={styles.filters}>
        <Filter<FeedbackAge>
          label={say('staff.feedback.age')}
          any={say('staff.feedback.age.any')}
          value={olderThan}
          options={FEEDBACK_AGES.map((value) => ({ value, label: say(`staff.feedback.age.${value}`) }))}
          onChange={(age) => {
            setOlderThan(age);
            setPaging({ ...paging, pageIndex: 1 });
          }}
        />
      </div>
      <DeskList<FeedbackRecord>
        name={`feedback.${state}`}
        label={say('staff.section.feedback')}
        columns={[
          ...columnsOf(texts, own, state, asked.fulfilledTimeStamp ?? 0, clear),
          ...(state === 'open' ? [] : [threadColumn(say, reasonText)]),
          fixed('acts', '', (feedback) => <RowActs feedback={clear(feedback)} shown={shown} onAct={setAct} />),
        ]}
        asked={asked}
        keyOf={({ id }) => id}
        empty={say(olderThan === undefined && state === 'open' ? 'staff.feedback.none' : 'staff.feedback.none_like_it')}
        paging={paging}
        onPage={setPaging}
      />
      {dialog}
    </>
  );
}

interface RowActsProps {
  feedback: FeedbackRecord;
  shown: Shown<ShownFeedback>;
  onAct: (act: Act) => void;
}

function RowActs({ feedback, shown, onAct }: RowActsProps) {
  const { say } = useTexts();
  const ask = useShowFeedbackMutation();
  const { id, userId } = feedback;
  const acts = useFeedbackActs(feedback);
  return (
    <span className={styles.rowActions}>
      <ShowButton
        record={id}
        name={id}
        shown={shown}
        seconds={SHOWN_SECONDS}
        ask={ask}
        request={{ feedback: id, ...(userId === null ? {} : { userId }) }}
        onAct={onAct}
      />
      <Button aria-label={`${say('staff.feedback.answer')}: ${feedback.id}`} onClick={() => onAct(acts.answer)}>
        {say('staff.feedback.answer')}
      </Button>
      {feedback.state !== 'closed' && (
        <Button aria-label={`${say('staff.feedback.close')}: ${feedback.id}`} onClick={() => onAct(acts.close)}>
          {say('staff.feedback.close')}
        </Button>
      )}
    </span>
  );
}

function columnsOf(
  { say }: Texts,
  own: OwnStaff,
  state: FeedbackState,
  now: number,
  clear: (feedback: FeedbackRecord) => FeedbackRecord,
): Column<FeedbackRecord>[] {
  return [
    fixed('at', say('staff.time'), ({ createdAt }) => (
      <span className={styles.stack}>
        {dateAndTime(createdAt)}
        {state === 'open' && (
          <small>
            <Waiting since={createdAt} now={now} isOverdue={now - createdAt > WAITING_MS_MAX} />
          </small>
        )}
      </span>
    )),
    fixed('category', say('staff.feedback.category'), ({ category }) => say(`staff.feedback_category.${category}`)),
    column('userId', say('staff.user.id'), ({ userId }) => {
      if (userId === null) return say('staff.feedback.visitor');
      return sees(own, 'users') ? <Link to={`${pathOf(own, 'users')}/${userId}`}>{userId}</Link> : userId;
    }),
    column('contact', say('staff.feedback.contact'), (feedback) => clear(feedback).contact ?? '—'),
    column('text', say('staff.feedback.text'), (feedback) => (
      <span className={styles.written}>{clear(feedback).text}</span>
    )),
  ];
}

/** What was answered by whom, oldest first, and why it was closed. */
function threadColumn(say: Texts['say'], reasonText: (reason: string) => string): Column<FeedbackRecord> {
  return column('thread', say('staff.feedback.thread'), ({ answers, closing }) => (
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
          {`\n${say('staff.feedback.state.closed')}${closing.reason === null ? '' : ` – ${reasonText(closing.reason)}`}`}
        </span>
      )}
    </span>
  ));
}
