import Input from 'antd/es/input';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { countriesIn, likelyCountry } from '../../lib/countries';
import styles from './form.module.css';

interface PhoneFieldProps {
  id?: string;
  /** With the country's code in front. */
  value?: string;
  onChange?: (phone: string) => void;
  onBlur?: () => void;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-describedby'?: string;
  'aria-required'?: boolean | 'true' | 'false';
}

/** What is typed with a plus is whole; anything else stands behind the country's code. */
export function phoneOf(dial: string, typed: string): string {
  const text = typed.trim();
  if (text === '') return '';
  return /^[+＋]/.test(text) ? text : `${dial}${text}`;
}

/** The country's code, and the number as one writes it at home. */
export function PhoneField({ value = '', onChange, ...properties }: PhoneFieldProps) {
  const { say, language } = useTexts();
  const countries = countriesIn(language);
  const [country, setCountry] = useState<string>(likelyCountry(language));
  const dialOf = (code: string) => countries.find((entry) => entry.code === code)?.dial ?? '+';
  const dial = dialOf(country);
  const typed = value.startsWith(dial) ? value.slice(dial.length) : value;
  return (
    <div className={styles.phone}>
      <Select
        aria-label={say('phone.country')}
        size="large"
        value={country}
        popupMatchSelectWidth={280}
        showSearch={{ optionFilterProp: 'title' }}
        options={countries.map(({ code, name, dial: own }) => ({ value: code, label: own, title: `${name} ${own}` }))}
        optionRender={({ data }) => data.title}
        onChange={(next) => {
          setCountry(next);
          onChange?.(phoneOf(dialOf(next), typed));
        }}
      />
      <Input
        {...properties}
        size="large"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        value={typed}
        onChange={({ target }) => onChange?.(phoneOf(dial, target.value))}
      />
    </div>
  );
}
