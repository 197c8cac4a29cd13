import Select from 'antd/es/select';
import { useTexts } from '../../i18n/use-texts';
import { countriesIn } from '../../lib/countries';

interface CountrySelectProps {
  id?: string;
  value?: string;
  onChange?: (code: string | undefined) => void;
  isClearable?: boolean;
  isDisabled?: boolean;
  'aria-label'?: string;
}

/** A country by its name, found by typing some of it. */
export function CountrySelect({ isClearable = false, isDisabled = false, ...properties }: CountrySelectProps) {
  const { language } = useTexts();
  return (
    <Select
      {...properties}
      size="large"
      allowClear={isClearable}
      disabled={isDisabled}
      showSearch={{ optionFilterProp: 'label' }}
      options={countriesIn(language).map(({ code, name }) => ({ value: code, label: name }))}
    />
  );
}
