import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './proof.module.css';
import { Section } from './section';

const STEPS = ['written', 'linked', 'replayed'] as const;
const COMMAND = 'python3 docs/verify-journal.py exchange data/journal/*.jsonl';

/** What makes balances checkable, how one checks, and what that does not show. */
export function Proof() {
  const { say } = useTexts();
  return (
    <Section
      title={say('home.proof.title')}
      lead={say('home.proof.lead')}
      aside={<Link to="/whitePaper">{say('footer.white_paper')}</Link>}
    >
      <ol className={styles.steps}>
        {STEPS.map((step) => (
          <li key={step}>
            <h3>{say(`home.proof.step.${step}`)}</h3>
            <p>{say(`home.proof.about.${step}`)}</p>
          </li>
        ))}
      </ol>
      <div className={styles.check}>
        <div>
          <h3>{say('home.proof.check')}</h3>
          <p>{say('home.proof.check_about')}</p>
          <pre tabIndex={0} role="group" aria-label={say('home.proof.check')}>
            <span aria-hidden="true">$ </span>
            <code translate="no">{COMMAND}</code>
          </pre>
        </div>
        <div>
          <h3>{say('home.proof.limit')}</h3>
          <p>{say('home.proof.limit_about')}</p>
        </div>
      </div>
    </Section>
  );
}
