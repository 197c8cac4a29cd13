import styles from './act-dialog.module.css';
import type { FieldRowProps } from './fields';
import { MarksRow } from './marks-row';

/** A field with its name above it, and below what is wrong or worth knowing. */
export function FieldRow(properties: FieldRowProps) {
  return properties.field.kind === 'marks' ? <MarksRow {...properties} /> : <TypedRow {...properties} />;
}

function TypedRow({ id, field, value, fault, onChange }: FieldRowProps) {
  const { label, kind, hint, choices, lengthMax, isOptional } = field;
  const below = fault ?? hint;
  const shared = {
    id,
    className: styles.input,
    value,
    'aria-required': !isOptional,
    'aria-invalid': fault !== null,
    ...(below ? { 'aria-describedby': `${id}-below` } : {}),
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {choices ? (
        <select {...shared} onChange={({ target }) => onChange(target.value)}>
          {choices.map(({ value: choice, text }) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      ) : kind === 'lines' ? (
        <textarea {...shared} rows={3} maxLength={lengthMax} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          autoComplete="off"
          spellCheck={false}
          maxLength={lengthMax}
          inputMode={kind === 'decimal' ? 'decimal' : kind === 'whole' ? 'numeric' : 'text'}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {below && (
        <p id={`${id}-below`} className={styles.below} data-kind={fault === null ? 'hint' : 'bad'}>
          {below}
        </p>
      )}
    </div>
  );
}
