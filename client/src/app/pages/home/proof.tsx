import { Link } from 'react-router';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './proof.module.css';
import { Section } from './section';

const STEPS = ['written', 'linked', 'replayed'] as const;
const COMMAND = 'python3 docs/verify-journal.py exchange data/journal/*.jsonl';

/** Explains how balances can be verified, with the command, and the limits of that proof. */
export function Proof() {
  const { t } = useTexts();
  return (
    <Section
      title={t('home.proof.title')}
      lead={t('home.proof.lead')}
      aside={<Link to="/whitePaper">{t('footer.white_paper')}</Link>}
    >
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <h3>{t(`home.proof.step.${step}`)}</h3>
            <p>{t(`home.proof.about.${step}`)}</p>
          </li>
        ))}
      </ol>
      <div className={styles.check}>
        <div>
          <h3>{t('home.proof.check')}</h3>
          <p>{t('home.proof.check_about')}</p>
          <pre tabIndex={0} role="group" aria-label={t('home.proof.check')}>
            <span aria-hidden="true">$ </span>
            <code translate="no">{COMMAND}</code>
          </pre>
        </div>
        <div>
          <h3>{t('home.proof.limit')}</h3>
          <p>{t('home.proof.limit_about')}</p>
        </div>
      </div>
    </Section>
  );
}
