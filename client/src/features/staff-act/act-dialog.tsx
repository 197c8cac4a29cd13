/** An act of staff, once more in words, with what it leads to. Sent again after no answer it carries the same client id. */
import { useContext, useId, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/numbers/format';
import { typedOf } from '../../shared/lib/numbers/typed';
import { useAttempt } from '../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Dialog } from '../../shared/ui/dialogs/dialog';
import { Submit } from '../../shared/ui/form/submit';
import { FieldRow } from './field-row';
import styles from './act-dialog.module.css';
import { faultOf, faultsBy, isNumber, textOf, type ActField, type Value } from './fields';
import { StaffWait, takesText, type Takes } from './takes';

export type Entered = Readonly<Record<string, string>>;

/** The outcome, with its position in the journal if it got there. */
export interface Done {
  position?: number;
  /** The request waits for a second member of staff as this proposal, or as several. */
  proposal?: string | null;
  proposals?: readonly string[];
  /** One did it alone: until when it lasts unless another keeps it; null: it does not end by itself. */
  act?: { act: string; until: number | null };
}

export interface Outcome {
  error?: Fault;
  data?: Done | null;
}

export interface Act {
  title: string;
  /** What happens when it is confirmed. */
  consequence: string;
  /** The people and the wait that it takes. */
  takes: Takes;
  facts?: readonly (readonly [string, ReactNode])[];
  fields?: readonly ActField[];
  /** What is wrong with what was entered together: by field, as a code of the catalogue's `field`. */
  check?: (entered: Entered) => readonly (readonly [field: string, code: string])[];
  confirm: string;
  /** What cannot be taken back, or takes something from somebody. */
  kind?: 'bad';
  /** What is said when it is done. */
  done: string;
  send: (entered: Entered, clientId: string) => Promise<Outcome>;
  onDone?: (position: number | undefined) => void;
}

export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const { title, consequence, takes, facts = [], fields = [], check = () => [], confirm, kind, done } = act;
  const texts = useTexts();
  const { say } = texts;
  const waitMs = useContext(StaffWait);
  const words = useServerWords();
  const dispatch = useDispatch();
  const attempt = useAttempt(`act ${title}`);
  const formId = useId();
  const [entered, setEntered] = useState<Readonly<Record<string, Value>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, startOf(field)])),
  );
  const [hasTried, setTried] = useState(false);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const saidOf = ({ formatFault }: ActField, code: string) =>
    (code === 'format' ? formatFault : undefined) ?? words('field', code);

  const confirmed = async () => {
    setTried(true);
    const wish = wishOf(entered);
    const faults = fields.flatMap((field) => {
      const code = faultOf(field, entered[field.name] ?? '');
      return code === null ? [] : [[field.name, code] as const];
    });
    // Each by itself first: together they only mean something when each does.
    const all = faults.length > 0 ? faults : check(wish);
    setWrong(Object.fromEntries(all));
    setFault(null);
    if (all.length > 0) return focusOn(`${formId}-${all[0][0]}`);
    setBusy(true);
    const answer = await act.send(wish, attempt.idOf(wish));
    // The title does not tell all that is sent: that was the id of another act, and this one has not been sent yet.
    const isOther = answer.error?.code === 'client.id.reused';
    if (isOther || !answer.error) attempt.accepted();
    const { error, data } = isOther ? await act.send(wish, attempt.idOf(wish)) : answer;
    if (!error) attempt.accepted();
    setBusy(false);
    if (error) {
      const named = faultsBy(error.data);
      setWrong(named);
      setFault(fields.some(({ name }) => name in named) ? null : error);
      return;
    }
    dispatch(toastShown(endOf(say, done, data)));
    act.onDone?.(data?.position);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void confirmed();
        }}
      >
        {facts.length > 0 && (
          <dl className={styles.facts}>
            {facts.map(([name, fact]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={styles.consequence} data-kind={kind}>
          {consequence}
        </p>
        {takes !== 'told' && (
          <p className={styles.takes} aria-live="polite">
            {takesText(texts, takes, wishOf(entered), waitMs)}
          </p>
        )}
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            id={`${formId}-${field.name}`}
            field={field}
            value={entered[field.name] ?? ''}
            fault={field.name in wrong ? saidOf(field, wrong[field.name]) : null}
            isTold={hasTried}
            onChange={(value) => {
              setEntered((known) => ({ ...known, [field.name]: value }));
              setWrong((known) => Object.fromEntries(Object.entries(known).filter(([name]) => name !== field.name)));
            }}
          />
        ))}
        <div className={styles.ways}>
          <Submit text={confirm} isBusy={isBusy} fault={fault && wordsOf(fault)} {...(kind ? { kind } : {})} />
          <button type="button" className={styles.cancel} disabled={isBusy} onClick={onClose}>
            {say('staff.back')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** As it is sent. */
function wishOf(entered: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, textOf(value)]));
}

/** The notice at the end: done, done until it lapses, or proposed. */
function endOf(say: Texts['say'], done: string, data: Done | null | undefined): Parameters<typeof toastShown>[0] {
  const proposals = [...(data?.proposals ?? []), ...(data?.proposal ? [data.proposal] : [])];
  if (proposals.length > 0) {
    const numbers = proposals.map((proposal) => `#${proposal}`).join(', ');
    return { kind: 'info', text: say('staff.proposed', { numbers }) };
  }
  const until = data?.act?.until ?? null;
  if (until === null) return { kind: 'success', text: done };
  return { kind: 'success', text: `${done} ${say('staff.ends_unless_kept', { time: dateAndTime(until) })}` };
}

/** One of several is always chosen. */
function startOf(field: ActField): Value {
  const { kind, initial, choices } = field;
  if (isNumber(field)) return typedOf(initial ?? null);
  return initial ?? (kind === 'marks' ? '' : (choices?.[0]?.value ?? ''));
}

function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}
