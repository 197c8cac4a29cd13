import { useTexts } from '../../../i18n/use-texts';
import { countriesIn } from '../../../lib/countries';
import { Combobox } from './combobox';
import type { FieldControl } from '../field';

interface CountrySelectProps extends FieldControl {
  value?: string;
  onChange?: (code: string | undefined) => void;
  onBlur?: () => void;
  isClearable?: boolean;
  'aria-label'?: string;
}

/** Searchable select of a country. */
export function CountrySelect(properties: CountrySelectProps) {
  const { language } = useTexts();
  return (
    <Combobox
      {...properties}
      size="large"
      options={countriesIn(language).map(({ code, name }) => ({ value: code, text: name }))}
    />
  );
}
