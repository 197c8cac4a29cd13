import { FieldRow } from '../../../features/staff-act/field-row';
import { fromField } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';

interface FromFieldProps {
  id: string;
  value: string;
  isTold: boolean;
  onChange: (entered: string) => void;
}

/** From when a change of terms is to count. */
export function FromField({ id, value, isTold, onChange }: FromFieldProps) {
  const { say } = useTexts();
  return (
    <fieldset>
      <legend>{say('staff.from')}</legend>
      <FieldRow
        id={id}
        field={fromField(say)}
        value={value}
        fault={null}
        isTold={isTold}
        onChange={(entered) => onChange(typeof entered === 'string' ? entered : '')}
      />
    </fieldset>
  );
}
