import { Globe } from 'lucide-react';
import { LANGUAGES, isLanguage } from '../../../../shared/wire/languages';
import { chooseLanguage } from '../../shared/i18n/i18n';
import { LANGUAGE_NAMES } from '../../shared/i18n/languages';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './language-select.module.css';

export function LanguageSelect() {
  const { language, say } = useTexts();
  return (
    <span className={styles.language}>
      <Globe size={18} aria-hidden="true" />
      <select
        className={styles.select}
        aria-label={say('language.label')}
        value={language}
        onChange={({ target: { value } }) => {
          if (isLanguage(value)) void chooseLanguage(value);
        }}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
    </span>
  );
}
