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
      {choices.map(({ value: choiceValue, text, hint: choiceHint }) => (
        <div key={choiceValue} className={styles.mark} data-wide={choiceHint !== undefined}>
          <label>
            <input
              type="checkbox"
              checked={selectedValues.includes(choiceValue)}
              onChange={() => toggle(choiceValue)}
              {...(choiceHint === undefined ? {} : { 'aria-describedby': `${id}-${choiceValue}` })}
            />
            {text}
          </label>
          {choiceHint !== undefined && (
            <p id={`${id}-${choiceValue}`} className={styles.below}>
              {choiceHint}
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
