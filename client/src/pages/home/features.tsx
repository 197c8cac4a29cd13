import {
  BookOpenCheck,
  Bot,
  CandlestickChart,
  Code,
  Languages,
  Percent,
  PiggyBank,
  ShieldCheck,
  Timer,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import { API_DOCUMENTATION_PATH } from '../../shared/api/endpoints';
import styles from './features.module.css';
import { Section } from './section';

const FEATURES = [
  ['orders', CandlestickChart],
  ['book', BookOpenCheck],
  ['prices', ShieldCheck],
  ['fees', Percent],
  ['robot', Bot],
  ['options', Timer],
  ['earn', PiggyBank],
  ['interface', Code],
  ['everywhere', Languages],
] as const satisfies readonly (readonly [string, LucideIcon])[];

/** What one can do here today; products that are still to come are not listed. */
export function Features() {
  const { say } = useTexts();
  return (
    <Section title={say('home.features.title')}>
      <ul className={styles.features}>
        {FEATURES.map(([name, Icon]) => (
          <li key={name}>
            <Icon size={24} aria-hidden="true" />
            <h3>{say(`home.feature.${name}`)}</h3>
            <p>{say(`home.features.about.${name}`)}</p>
            {name === 'fees' && <Link to="/rateStandard">{say('footer.rates')}</Link>}
            {name === 'robot' && <Link to="/robot">{say('menu.robot')}</Link>}
            {name === 'options' && <Link to="/secondContract">{say('menu.second')}</Link>}
            {name === 'earn' && <Link to="/financial">{say('menu.financial')}</Link>}
            {name === 'earn' && <Link to="/defiFinancial">{say('menu.mining')}</Link>}
            {name === 'interface' && <a href={API_DOCUMENTATION_PATH}>{say('page.api')}</a>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
