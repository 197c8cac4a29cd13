import { Globe } from 'lucide-react';
import { LANGUAGES } from '../../../../shared/wire/languages';
import { chooseLanguage } from '../../kit/i18n/i18n';
import { LANGUAGE_NAMES } from '../../kit/i18n/languages';
import { useTexts } from '../../kit/i18n/use-texts';
import { Choice } from '../../kit/ui/controls/choice';
import styles from './language-select.module.css';

const OPTIONS = LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }));

export function LanguageSelect() {
  const { language, t } = useTexts();
  return (
    <span className={styles.language}>
      <Globe size={18} aria-hidden="true" />
      <Choice
        label={t('language.label')}
        value={language}
        options={OPTIONS}
        onChange={(next) => void chooseLanguage(next)}
      />
    </span>
  );
}
