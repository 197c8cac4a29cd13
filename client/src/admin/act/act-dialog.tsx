/** Confirmation dialog of a staff action, with its consequence and input fields. A retry after a lost response reuses the client id. */
import { useContext, useId, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { faultMessage, type Fault } from '../../kit/api/envelope';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { typedOf } from '../../kit/lib/numbers/typed';
import { useAttempt } from '../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../kit/toasts/toasts-slice';
import { Dialog } from '../../kit/ui/dialogs/dialog';
import { Submit } from '../../kit/ui/form/submit';
import { FieldRow } from './field-row';
import styles from './act-dialog.module.css';
import { faultOf, faultsBy, isNumber, textOf, type ActField, type Value } from './fields';
import { StaffWait, approvalText, type ApprovalRule } from './approval-rule';

export type Entered = Readonly<Record<string, string>>;

/** Result of an action, with its journal position if it was recorded. */
export interface Done {
  position?: number;
  /** Proposals that wait for a second member of staff. */
  proposal?: string | null;
  proposals?: readonly string[];
  /** An action of one person. `until` is when it lapses unless a second person keeps it; null if it does not lapse. */
  act?: { act: string; until: number | null };
}

export interface Outcome {
  error?: Fault;
  data?: Done | null;
}

export interface Act {
  title: string;
  /** Effect of the action. */
  consequence: string;
  /** Number of people and waiting time the action takes. */
  approvalRule: ApprovalRule;
  details?: readonly (readonly [string, ReactNode])[];
  fields?: readonly ActField[];
  /** Faults of combined fields, as field name and code of the catalogue's `field`. */
  check?: (input: Entered) => readonly (readonly [field: string, code: string])[];
  confirm: string;
  /** Set for actions that are irreversible or take something from a user. */
  kind?: 'bad';
  /** Message after success. */
  successText: string;
  send: (input: Entered, clientId: string) => Promise<Outcome>;
  onDone?: (position: number | undefined) => void;
}

export function ActDialog({ act, onClose }: { act: Act; onClose: () => void }) {
  const {
    title,
    consequence,
    approvalRule,
    details = [],
    fields = [],
    check = () => [],
    confirm,
    kind,
    successText,
  } = act;
  const texts = useTexts();
  const { t } = texts;
  const waitMs = useContext(StaffWait);
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const attempt = useAttempt(`act ${title}`);
  const formId = useId();
  const [values, setValues] = useState<Readonly<Record<string, Value>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, initialValueOf(field)])),
  );
  const [hasTried, setTried] = useState(false);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>({});
  const [requestError, setRequestError] = useState<Fault | null>(null);
  const [isBusy, setBusy] = useState(false);
  const errorTextOf = ({ formatFault }: ActField, code: string) =>
    (code === 'format' ? formatFault : undefined) ?? serverText('field', code);

  const confirmed = async () => {
    setTried(true);
    const request = requestFields(values);
    const inputErrors = fields.flatMap((field) => {
      const code = faultOf(field, values[field.name] ?? '');
      return code === null ? [] : [[field.name, code] as const];
    });
    // Combined checks only make sense if every single field is valid.
    const foundErrors = inputErrors.length > 0 ? inputErrors : check(request);
    setFieldErrors(Object.fromEntries(foundErrors));
    setRequestError(null);
    if (foundErrors.length > 0) return focusOn(`${formId}-${foundErrors[0][0]}`);
    setBusy(true);
    const answer = await act.send(request, attempt.idOf(request));
    // Attempts are keyed by title, so this id may belong to a different request. A new id is used and the request is sent again.
    const isOther = answer.error?.code === 'client.id.reused';
    if (isOther || !answer.error) attempt.accepted();
    const { error, data } = isOther ? await act.send(request, attempt.idOf(request)) : answer;
    if (!error) attempt.accepted();
    setBusy(false);
    if (error) {
      const errorsByField = faultsBy(error.data);
      setFieldErrors(errorsByField);
      setRequestError(fields.some(({ name }) => name in errorsByField) ? null : error);
      return;
    }
    dispatch(toastShown(toastOf(t, successText, data)));
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
        {details.length > 0 && (
          <dl className={styles.facts}>
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className={styles.consequence} data-kind={kind}>
          {consequence}
        </p>
        {approvalRule !== 'told' && (
          <p className={styles.takes} aria-live="polite">
            {approvalText(texts, approvalRule, requestFields(values), waitMs)}
          </p>
        )}
        {fields.map((field) => (
          <FieldRow
            key={field.name}
            id={`${formId}-${field.name}`}
            field={field}
            value={values[field.name] ?? ''}
            errorText={field.name in fieldErrors ? errorTextOf(field, fieldErrors[field.name]) : null}
            isTold={hasTried}
            onChange={(value) => {
              setValues((previous) => ({ ...previous, [field.name]: value }));
              setFieldErrors((previous) =>
                Object.fromEntries(Object.entries(previous).filter(([name]) => name !== field.name)),
              );
            }}
          />
        ))}
        <div className={styles.ways}>
          <Submit
            text={confirm}
            isBusy={isBusy}
            formError={requestError && faultMessage(requestError)}
            {...(kind ? { kind } : {})}
          />
          <button type="button" className={styles.cancel} disabled={isBusy} onClick={onClose}>
            {t('staff.back')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Input values as they are sent. */
function requestFields(values: Readonly<Record<string, Value>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

/** Closing message: done, done until it lapses, or proposed. */
function toastOf(t: Texts['t'], successText: string, data: Done | null | undefined): Parameters<typeof toastShown>[0] {
  const proposals = [...(data?.proposals ?? []), ...(data?.proposal ? [data.proposal] : [])];
  if (proposals.length > 0) {
    const numbers = proposals.map((proposal) => `#${proposal}`).join(', ');
    return { kind: 'info', text: t('staff.proposed', { numbers }) };
  }
  const until = data?.act?.until ?? null;
  if (until === null) return { kind: 'success', text: successText };
  return { kind: 'success', text: `${successText} ${t('staff.ends_unless_kept', { time: dateAndTime(until) })}` };
}

/** Initial value. A field with choices starts with the first. */
function initialValueOf(field: ActField): Value {
  const { kind, initial, choices } = field;
  if (isNumber(field)) return typedOf(initial ?? null);
  return initial ?? (kind === 'marks' ? '' : (choices?.[0]?.value ?? ''));
}

function focusOn(id: string): void {
  document.getElementById(id)?.focus();
}
