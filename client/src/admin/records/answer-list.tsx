import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { AUDIT_JOURNAL_ROUTES, type AuditAnswer } from '../../../../shared/wire/audit/audit-journal';
import { useCancelQuestionMutation } from '../api/audit-api';
import { addressOf } from '../../kit/api/endpoints';
import { faultMessage } from '../../kit/api/envelope';
import { fileOf } from '../../kit/api/file';
import { useTexts } from '../../kit/i18n/use-texts';
import { downloadBlob } from '../../kit/lib/download';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { toastShown } from '../../kit/toasts/toasts-slice';
import { Button } from '../../kit/ui/controls/button';
import { Mark } from '../../kit/ui/figures/mark';
import styles from '../parts/admin.module.css';
import journal from './journal-page.module.css';
import { isOpen } from './journal-question';

interface AnswerListProps {
  answers: readonly AuditAnswer[];
  selectedQuestion: string | null;
  /** The caller, who may cancel their own questions. */
  user: number;
  onShow: (question: string) => void;
  onCancelled: () => void;
}

/** Recent questions with their progress and results. */
export function AnswerList({ answers, selectedQuestion, user, onShow, onCancelled }: AnswerListProps) {
  const { t } = useTexts();
  return (
    <ul className={journal.list}>
      {answers.map((answer) => (
        <li key={answer.question} data-shown={answer.question === selectedQuestion}>
          <div>
            <p className={journal.what}>
              <b>{t(`staff.journal.ask.${answer.asked.ask}`)}</b>
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
                <Button onClick={() => onShow(answer.question)} aria-pressed={answer.question === selectedQuestion}>
                  {t('staff.journal.show')}
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

function AskedFor({ asked: request }: Pick<AuditAnswer, 'asked'>) {
  const { t } = useTexts();
  const { account, userId, asset, kind, number, market, from, to, toPosition } = request;
  const caseKind = request.case;
  return (
    <>
      {caseKind !== undefined && <span>{`${t(`staff.journal.case.${caseKind}`)} ${number ?? ''}`}</span>}
      {[account, userId === undefined ? undefined : `#${userId}`, asset, kind, market].map(
        (value) =>
          value !== undefined && (
            <code translate="no" key={value}>
              {value}
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
          {t('staff.journal.field.until')} {toPosition}
        </span>
      )}
    </>
  );
}

function Standing({ answer: { state, done: completed, of: total, fault: errorCode } }: { answer: AuditAnswer }) {
  const { t, numbers } = useTexts();
  switch (state) {
    case 'waiting':
      return <Mark kind="level" text={t('staff.journal.state.waiting')} />;
    case 'working':
      return (
        <progress
          className={journal.progress}
          max={total}
          value={completed}
          aria-label={t('staff.journal.state.working')}
          title={`${numbers.exact(String(completed))} / ${numbers.exact(String(total))}`}
        />
      );
    case 'done':
      return <Mark kind="good" text={t('staff.journal.state.done')} />;
    case 'failed':
      return <Mark kind="bad" text={t(`staff.journal.fault.${errorCode ?? 'ended'}`)} />;
  }
}

/** Refetches even after an error: the question may have been answered or cancelled meanwhile. */
function Cancel({ answer: { question }, onCancelled }: { answer: AuditAnswer; onCancelled: () => void }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const [cancel, { isLoading }] = useCancelQuestionMutation();
  const send = async () => {
    const { error } = await cancel({ question });
    if (error) dispatch(toastShown({ kind: 'error', ...faultMessage(error) }));
    onCancelled();
  };
  return (
    <Button disabled={isLoading} aria-busy={isLoading} onClick={() => void send()}>
      {t('staff.journal.cancel')}
    </Button>
  );
}

/** Downloads the rows as CSV, or the bundle. */
function Save({ answer: { question, asked: request } }: { answer: AuditAnswer }) {
  const { t } = useTexts();
  const store = useStore();
  const dispatch = useDispatch();
  const [isBusy, setBusy] = useState(false);
  const format = request.ask === 'bundle' ? 'bundle' : 'csv';
  const save = async () => {
    setBusy(true);
    const route = format === 'bundle' ? AUDIT_JOURNAL_ROUTES.bundle : AUDIT_JOURNAL_ROUTES.csv;
    const address = addressOf(route, { question });
    const answer = await fileOf(store, address, new AbortController().signal);
    setBusy(false);
    if ('error' in answer) dispatch(toastShown({ kind: 'error', ...faultMessage(answer.error) }));
    else downloadBlob(format === 'bundle' ? `evidence-${question}.zip` : `${request.ask}-${question}.csv`, answer.file);
  };
  return (
    <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{format === 'bundle' ? 'ZIP' : 'CSV'}</span>
      <span className="spoken">{t('staff.journal.save')}</span>
    </Button>
  );
}
