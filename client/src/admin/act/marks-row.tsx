import styles from './act-dialog.module.css';
import type { FieldRowProps } from './fields';

/** Several choices as checkboxes. */
export function MarksRow({ id, field, value, errorText, onChange }: FieldRowProps) {
  const { label, choices = [], hint } = field;
  const selectedValues = value.split(',');
  const below = errorText ?? hint;
  const toggle = (one: string) =>
    onChange(
      choices
        .map((choice) => choice.value)
        .filter((other) => (other === one ? !selectedValues.includes(one) : selectedValues.includes(other)))
        .join(','),
    );
  return (
    <fieldset id={id} className={styles.marks} {...(below ? { 'aria-describedby': `${id}-below` } : {})}>
      <legend>{label}</legend>
      {choices.map(({ value: one, text, hint: about }) => (
        <div key={one} className={styles.mark} data-wide={about !== undefined}>
          <label>
            <input
              type="checkbox"
              checked={selectedValues.includes(one)}
              onChange={() => toggle(one)}
              {...(about === undefined ? {} : { 'aria-describedby': `${id}-${one}` })}
            />
            {text}
          </label>
          {about !== undefined && (
            <p id={`${id}-${one}`} className={styles.below}>
              {about}
            </p>
          )}
        </div>
      ))}
      {below && (
        <p id={`${id}-below`} className={styles.below} data-kind={errorText === null ? 'hint' : 'bad'}>
          {below}
        </p>
      )}
    </fieldset>
  );
}
