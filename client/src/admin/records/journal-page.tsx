import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { coversEverything, WHOLE_SCOPE } from '../../../../shared/rules/audit-scope';
import {
  ANSWERS_KEPT_MAX,
  QUESTIONS_OPEN_MAX,
  type AskRequest,
  type AuditAnswer,
} from '../../../../shared/wire/audit/audit-journal';
import type { OwnStaff } from '../../../../shared/wire/staff';
import { useAskJournalMutation, useAuditAnswersQuery } from '../api/audit-api';
import { useFaultWords } from '../../kit/i18n/use-fault-words';
import { useTexts } from '../../kit/i18n/use-texts';
import { Faulty } from '../../kit/ui/page/faulty';
import { Note } from '../../kit/ui/page/note';
import { Panel } from '../../kit/ui/page/panel';
import { AnswerPanel } from './answer-panel';
import { AnswerList } from './answer-list';
import { JournalForm } from './journal-form';
import styles from '../parts/admin.module.css';
import { isOpen, isSameQuestion, requestIn, searchOf } from './journal-question';

/** Long-poll timeout while a question is open. Long polling keeps the number of requests low, because each is logged. */
const WAIT_SECONDS = 5;
const AGAIN_MS = 250;

/** Journal queries, the same as in `npm run audit`. */
export function JournalPage({ ownStaff }: { ownStaff: Pick<OwnStaff, 'scope' | 'userId'> }) {
  const { t } = useTexts();
  const errorTextOf = useFaultWords();
  const [isWaiting, setWaiting] = useState(false);
  const query = useAuditAnswersQuery(
    { wait: isWaiting ? WAIT_SECONDS : 0 },
    { refetchOnMountOrArgChange: true, pollingInterval: isWaiting ? AGAIN_MS : 0, skipPollingIfUnfocused: true },
  );
  const { data, error, refetch } = query;
  const [submitQuestion, { isLoading, error: requestError, reset }] = useAskJournalMutation();
  const [search, setSearch] = useSearchParams();
  // Question in the address the page was opened with.
  const [linked] = useState(() => requestIn(search));
  const [selectedQuestion, setSelectedQuestion] = useState<string | null>(null);
  const hasFollowed = useRef(false);
  const records = data?.records;
  const open = records?.some(isOpen) ?? false;
  useEffect(() => setWaiting(open), [open]);
  const send = async (request: AskRequest) => {
    const { data: answer } = await submitQuestion(request);
    if (!answer) return;
    setSelectedQuestion(answer.question);
    setSearch(searchOf(request), { replace: true });
    setWaiting(true);
    void refetch();
  };
  // Runs once, when earlier questions are known.
  const follow = useEffectEvent((request: AskRequest, answers: readonly AuditAnswer[]) => {
    if (hasFollowed.current) return;
    hasFollowed.current = true;
    const existing = answers.find((one) => one.state !== 'failed' && isSameQuestion(one.asked, request));
    if (existing) setSelectedQuestion(existing.question);
    else void send(request);
  });
  useEffect(() => {
    if (linked && records) follow(linked, records);
  }, [linked, records]);
  const answer = records?.find(({ question }) => question === selectedQuestion);
  const scope = ownStaff.scope ?? WHOLE_SCOPE;
  const journalRange = { position: data?.position ?? 0, began: data?.began ?? null, at: data?.at ?? 0 };
  const limitParams = { open: String(QUESTIONS_OPEN_MAX), kept: String(ANSWERS_KEPT_MAX) };
  return (
    <>
      <Panel title={t('staff.section.journal')} lead={t('staff.journal.lead', limitParams)} level={1}>
        <JournalForm
          journalRange={journalRange}
          scope={scope}
          first={linked}
          isBusy={isLoading}
          onAsk={(request) => void send(request)}
        />
        {!coversEverything(scope) && <p className={styles.lead}>{t('staff.journal.bounded')}</p>}
        {requestError && <Note kind="error" text={errorTextOf(requestError) ?? ''} />}
      </Panel>
      {answer?.state === 'done' && (
        <AnswerPanel
          key={answer.question}
          answer={answer}
          journalRange={journalRange}
          onAsk={(request) => void send(request)}
        />
      )}
      <Panel title={t('staff.journal.answers')} level={2}>
        {error && records && <Faulty error={error} onRetry={() => void refetch()} />}
        {error && !records ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : records === undefined ? (
          <Note kind="loading" text={t('page.loading')} />
        ) : records.length === 0 ? (
          <Note kind="empty" text={t('staff.journal.none')} />
        ) : (
          <AnswerList
            answers={records}
            selectedQuestion={selectedQuestion}
            user={ownStaff.userId}
            onShow={setSelectedQuestion}
            onCancelled={() => {
              // Cancelling frees a slot, so the refusal no longer applies.
              reset();
              void refetch();
            }}
          />
        )}
      </Panel>
    </>
  );
}
