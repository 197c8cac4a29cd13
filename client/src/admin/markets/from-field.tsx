import { FieldRow } from '../act/field-row';
import { fromField } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';

interface FromFieldProps {
  id: string;
  value: string;
  isTold: boolean;
  onChange: (input: string) => void;
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
        errorText={null}
        isTold={isTold}
        onChange={(input) => onChange(typeof input === 'string' ? input : '')}
      />
    </fieldset>
  );
}
