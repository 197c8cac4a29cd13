import { Check } from 'lucide-react';
import { useId } from 'react';
import { HTML_LANG, LANGUAGES, type Language } from '../../../../../../shared/wire/languages';
import { securityApi } from '../../../../entities/security/security-api';
import { chooseLanguage } from '../../../../shared/i18n/i18n';
import { LANGUAGE_NAMES } from '../../../../shared/i18n/languages';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Panel, Section, WithOverview } from './parts/panel';
import styles from './parts/security.module.css';
import { useSaid } from './parts/use-done';

/** The language of the page in this browser, and that of what the exchange writes. */
export function LanguagePage() {
  const { say, language } = useTexts();
  const said = useSaid();
  const [save] = securityApi.useSetLanguageMutation();
  const choose = async (next: Language) => {
    const { error } = await save({ language: next });
    if (!error) said('security.saved');
  };
  return (
    <Panel title={say('security.menu.language')} lead={say('languages.lead')}>
      <Section title={say('languages.page')} lead={say('languages.page_lead')}>
        <Choice label={say('languages.page')} chosen={language} onChoose={(next) => void chooseLanguage(next)} />
      </Section>
      <WithOverview>
        {(overview) => (
          <Section title={say('languages.mail')} lead={say('languages.mail_lead')}>
            <Choice label={say('languages.mail')} chosen={overview.language} onChoose={(next) => void choose(next)} />
          </Section>
        )}
      </WithOverview>
    </Panel>
  );
}

interface ChoiceProps {
  label: string;
  chosen: Language;
  onChoose: (language: Language) => void;
}

function Choice({ label, chosen, onChoose }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.languages}>
      <legend className="spoken">{label}</legend>
      {LANGUAGES.map((language) => (
        <label key={language} lang={HTML_LANG[language]}>
          <input type="radio" name={name} checked={language === chosen} onChange={() => onChoose(language)} />
          <span>
            {LANGUAGE_NAMES[language]}
            {language === chosen && <Check size={16} aria-hidden="true" />}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
