import { FieldRow } from '../act/field-row';
import { fromField } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';

interface FromFieldProps {
  id: string;
  value: string;
  isTold: boolean;
  onChange: (entered: string) => void;
}

/** Start time of a change of terms. */
export function FromField({ id, value, isTold, onChange }: FromFieldProps) {
  const { t } = useTexts();
  return (
    <fieldset>
      <legend>{t('staff.from')}</legend>
      <FieldRow
        id={id}
        field={fromField(t)}
        value={value}
        fault={null}
        isTold={isTold}
        onChange={(entered) => onChange(typeof entered === 'string' ? entered : '')}
      />
    </fieldset>
  );
}
