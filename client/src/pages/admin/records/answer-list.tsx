import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { AUDIT_JOURNAL_ROUTES, type AuditAnswer } from '../../../../../shared/wire/audit-journal';
import { useCancelQuestionMutation } from '../../../entities/staff/audit-api';
import { addressOf } from '../../../shared/api/endpoints';
import { wordsOf } from '../../../shared/api/envelope';
import { fileOf } from '../../../shared/api/file';
import { useTexts } from '../../../shared/i18n/use-texts';
import { downloadBlob } from '../../../shared/lib/download';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { Button } from '../../../shared/ui/controls/button';
import { Mark } from '../../../shared/ui/figures/mark';
import styles from '../parts/desk.module.css';
import journal from './journal-page.module.css';
import { isOpen } from './journal-question';

interface AnswerListProps {
  answers: readonly AuditAnswer[];
  shown: string | null;
  /** Who looks: what they asked themselves they may cancel. */
  user: number;
  onShow: (question: string) => void;
  onCancelled: () => void;
}

/** What was asked lately, how far each is, and what can be had of it. */
export function AnswerList({ answers, shown, user, onShow, onCancelled }: AnswerListProps) {
  const { say } = useTexts();
  return (
    <ul className={journal.list}>
      {answers.map((answer) => (
        <li key={answer.question} data-shown={answer.question === shown}>
          <div>
            <p className={journal.what}>
              <b>{say(`staff.journal.ask.${answer.asked.ask}`)}</b>
              <AskedFor asked={answer.asked} />
            </p>
            <p className={styles.muted}>
              {dateAndTime(answer.at)} · #{answer.staff}
              {answer.detail !== null && (answer.fault === 'damaged' || answer.fault === 'differs') && (
                <>
                  {' · '}
                  <code translate="no" className={journal.code}>
                    {answer.detail}
                  </code>
                </>
              )}
            </p>
          </div>
          <div className={journal.acts}>
            <Standing answer={answer} />
            {isOpen(answer) && answer.staff === user && <Cancel answer={answer} onCancelled={onCancelled} />}
            {answer.state === 'done' && (
              <>
                <Button onClick={() => onShow(answer.question)} aria-pressed={answer.question === shown}>
                  {say('staff.journal.show')}
                </Button>
                {(answer.rows > 0 || answer.asked.ask === 'bundle') && <Save answer={answer} />}
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function AskedFor({ asked }: Pick<AuditAnswer, 'asked'>) {
  const { say } = useTexts();
  const { account, userId, asset, kind, number, market, from, to, toPosition } = asked;
  const of = asked.case;
  return (
    <>
      {of !== undefined && <span>{`${say(`staff.journal.case.${of}`)} ${number ?? ''}`}</span>}
      {[account, userId === undefined ? undefined : `#${userId}`, asset, kind, market].map(
        (word) =>
          word !== undefined && (
            <code translate="no" key={word}>
              {word}
            </code>
          ),
      )}
      {(from !== undefined || to !== undefined) && (
        <span className={styles.muted}>
          {from === undefined ? '' : dateAndTime(from)} – {to === undefined ? '' : dateAndTime(to)}
        </span>
      )}
      {toPosition !== undefined && (
        <span className={styles.muted}>
          {say('staff.journal.field.until')} {toPosition}
        </span>
      )}
    </>
  );
}

function Standing({ answer: { state, done, of, fault } }: { answer: AuditAnswer }) {
  const { say, numbers } = useTexts();
  switch (state) {
    case 'waiting':
      return <Mark kind="level" text={say('staff.journal.state.waiting')} />;
    case 'working':
      return (
        <progress
          className={journal.progress}
          max={of}
          value={done}
          aria-label={say('staff.journal.state.working')}
          title={`${numbers.exact(String(done))} / ${numbers.exact(String(of))}`}
        />
      );
    case 'done':
      return <Mark kind="good" text={say('staff.journal.state.done')} />;
    case 'failed':
      return <Mark kind="bad" text={say(`staff.journal.fault.${fault ?? 'ended'}`)} />;
  }
}

/** What was answered meanwhile is there, and what was cancelled elsewhere is gone: both are seen when the list is asked for again. */
function Cancel({ answer: { question }, onCancelled }: { answer: AuditAnswer; onCancelled: () => void }) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [cancel, { isLoading }] = useCancelQuestionMutation();
  const send = async () => {
    const { error } = await cancel({ question });
    if (error) dispatch(toastShown({ kind: 'error', ...wordsOf(error) }));
    onCancelled();
  };
  return (
    <Button disabled={isLoading} aria-busy={isLoading} onClick={() => void send()}>
      {say('staff.journal.cancel')}
    </Button>
  );
}

/** Its rows as CSV, or the bundle. */
function Save({ answer: { question, asked } }: { answer: AuditAnswer }) {
  const { say } = useTexts();
  const store = useStore();
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const what = asked.ask === 'bundle' ? 'bundle' : 'csv';
  const save = async () => {
    setBusy(true);
    const route = what === 'bundle' ? AUDIT_JOURNAL_ROUTES.bundle : AUDIT_JOURNAL_ROUTES.csv;
    const address = addressOf(route, { question });
    const answer = await fileOf(store, address, new AbortController().signal);
    setBusy(false);
    if ('error' in answer) dispatch(toastShown({ kind: 'error', ...wordsOf(answer.error) }));
    else downloadBlob(what === 'bundle' ? `evidence-${question}.zip` : `${asked.ask}-${question}.csv`, answer.file);
  };
  return (
    <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{what === 'bundle' ? 'ZIP' : 'CSV'}</span>
      <span className="spoken">{say('staff.journal.save')}</span>
    </Button>
  );
}
