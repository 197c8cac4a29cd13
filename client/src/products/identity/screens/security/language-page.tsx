import { Check } from 'lucide-react';
import { useId } from 'react';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { securityApi } from '../../../../kit/entities/security/security-api';
import { chooseLanguage } from '../../../../kit/i18n/i18n';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Panel, Section, WithOverview } from './parts/panel';
import styles from './parts/security.module.css';
import { useConfirmation } from './parts/use-done';

/** Language of this browser's page, and language of the exchange's messages. */
export function LanguagePage() {
  const { t, language } = useTexts();
  const confirm = useConfirmation();
  const [save] = securityApi.useSetLanguageMutation();
  const choose = async (next: Language) => {
    const { error } = await save({ language: next });
    if (!error) confirm('security.saved');
  };
  return (
    <Panel title={t('security.menu.language')} lead={t('languages.lead')}>
      <Section title={t('languages.page')} lead={t('languages.page_lead')}>
        <Choice
          label={t('languages.page')}
          selectedLanguage={language}
          onChoose={(next) => void chooseLanguage(next)}
        />
      </Section>
      <WithOverview>
        {(overview) => (
          <Section title={t('languages.mail')} lead={t('languages.mail_lead')}>
            <Choice
              label={t('languages.mail')}
              selectedLanguage={overview.language}
              onChoose={(next) => void choose(next)}
            />
          </Section>
        )}
      </WithOverview>
    </Panel>
  );
}

interface ChoiceProps {
  label: string;
  selectedLanguage: Language;
  onChoose: (language: Language) => void;
}

function Choice({ label, selectedLanguage, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.languages}>
      <legend className="spoken">{label}</legend>
      {LANGUAGES.map((language) => (
        <label key={language} lang={HTML_LANG[language]}>
          <input type="radio" name={name} checked={language === selectedLanguage} onChange={() => onChoose(language)} />
          <span>
            {LANGUAGE_NAMES[language]}
            {language === selectedLanguage && <Check size={16} aria-hidden="true" />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
