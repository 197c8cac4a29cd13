import { TextField } from './text-field';
import { useState } from 'react';
import { useTexts } from '../../../i18n/use-texts';
import { countriesIn, likelyCountry } from '../../../lib/countries';
import { Combobox } from './combobox';
import type { FieldControl } from '../field';
import styles from '../form.module.css';

interface PhoneFieldProps extends FieldControl {
  /** With the country's code first. */
  value?: string;
  onChange?: (phone: string) => void;
  onBlur?: () => void;
}

/** Prefixes the country's code, except to a number with a plus. */
export function phoneOf(dial: string, input: string): string {
  const text = input.trim();
  if (text === '') return '';
  return /^[+＋]/.test(text) ? text : `${dial}${text}`;
}

/** Country code and national number. */
export function PhoneField({ value = '', onChange, ...properties }: PhoneFieldProps) {
  const { t, language } = useTexts();
  const countries = countriesIn(language);
  const [country, setCountry] = useState<string>(likelyCountry(language));
  const dialOf = (code: string) => countries.find((entry) => entry.code === code)?.dial ?? '+';
  const dial = dialOf(country);
  const localNumber = value.startsWith(dial) ? value.slice(dial.length) : value;
  return (
    <div className={styles.phone}>
      <Combobox
        aria-label={t('phone.country')}
        size="large"
        isListWide
        value={country}
        options={countries.map(({ code, name, dial: dialCode }) => ({
          value: code,
          text: `${name} ${dialCode}`,
          chosen: dialCode,
        }))}
        onChange={(next) => {
          if (next === undefined) return;
          setCountry(next);
          onChange?.(phoneOf(dialOf(next), localNumber));
        }}
      />
      <TextField
        {...properties}
        size="large"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        value={localNumber}
        onChange={({ target }) => onChange?.(phoneOf(dial, target.value))}
      />
    </div>
  );
}
