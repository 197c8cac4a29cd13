import { EMPTY } from '../../kit/lib/numbers/typed';
import { Choice } from '../../kit/ui/controls/choice';
import { NumberRemark } from '../../kit/ui/form/fields/number-remark';
import { useNumberField } from '../../kit/ui/form/use-number-field';
import styles from './act-dialog.module.css';
import { isNumber, type FieldRowProps, type Value } from './fields';
import { MarksRow } from './marks-row';
import type { Typed } from '../../kit/lib/numbers/typed';

interface RowProps extends FieldRowProps<Value> {
  /** The user has tried to confirm, so faults are shown. */
  isTold: boolean;
}

/** A field with its label above and its fault or hint below. */
export function FieldRow({ value, isTold, ...row }: RowProps) {
  if (isNumber(row.field)) {
    return <NumberRow {...row} value={typeof value === 'string' ? EMPTY : value} isTold={isTold} />;
  }
  const text = typeof value === 'string' ? value : '';
  return row.field.kind === 'marks' ? <MarksRow {...row} value={text} /> : <TypedRow {...row} value={text} />;
}

/** Nothing is rounded: values with too many digits are refused. */
function NumberRow({ id, field, value, errorText, isTold, onChange }: FieldRowProps<Typed> & { isTold: boolean }) {
  const { label, hint, kind, unit, isOptional } = field;
  const { input, remark } = useNumberField({
    ...{ value, onChange, isTold, unit },
    scale: kind === 'whole' ? 0 : PLACES_MAX,
    beyond: 'refused',
  });
  const below = remark ? null : (errorText ?? hint);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className={styles.input}
        type="text"
        aria-required={!isOptional}
        aria-invalid={errorText !== null || remark?.kind === 'fault'}
        {...(below || remark ? { 'aria-describedby': `${id}-below` } : {})}
      />
      {below && <Below id={id} text={below} isFault={errorText !== null} />}
      <NumberRemark id={`${id}-below`} remark={remark} />
    </div>
  );
}

/** Maximum decimals in a request. */
const PLACES_MAX = 30;

function TypedRow({ id, field, value, errorText, onChange }: FieldRowProps) {
  const { label, kind, hint, choices, lengthMax, isOptional } = field;
  const below = errorText ?? hint;
  const shared = {
    id,
    className: styles.input,
    value,
    'aria-required': !isOptional,
    'aria-invalid': errorText !== null,
    ...(below ? { 'aria-describedby': `${id}-below` } : {}),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {choices ? (
        <Choice
          id={id}
          size="row"
          value={value}
          options={choices}
          isRequired={!isOptional}
          isInvalid={errorText !== null}
          {...(below ? { describedBy: `${id}-below` } : {})}
          onChange={onChange}
        />
      ) : kind === 'lines' ? (
        <textarea {...shared} rows={3} maxLength={lengthMax} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input
          {...shared}
          type={kind === 'time' ? 'datetime-local' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={lengthMax}
          inputMode={kind === 'id' ? 'numeric' : 'text'}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {below && <Below id={id} text={below} isFault={errorText !== null} />}
    </div>
  );
}

function Below({ id, text, isFault }: { id: string; text: string; isFault: boolean }) {
  return (
    <p id={`${id}-below`} className={styles.below} data-kind={isFault ? 'bad' : 'hint'}>
      {text}
    </p>
  );
}
