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
import { useTexts } from '../../../kit/i18n/use-texts';
import { API_DOCUMENTATION_PATH } from '../../../kit/api/endpoints';
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

/** Features available today; planned products are not listed. */
export function Features() {
  const { t } = useTexts();
  return (
    <Section title={t('home.features.title')}>
      <ul className={styles.features}>
        {FEATURES.map(([name, Icon]) => (
          <li key={name}>
            <Icon size={24} aria-hidden="true" />
            <h3>{t(`home.feature.${name}`)}</h3>
            <p>{t(`home.features.about.${name}`)}</p>
            {name === 'fees' && <Link to="/rateStandard">{t('footer.rates')}</Link>}
            {name === 'robot' && <Link to="/robot">{t('menu.robot')}</Link>}
            {name === 'options' && <Link to="/secondContract">{t('menu.second')}</Link>}
            {name === 'earn' && <Link to="/financial">{t('menu.financial')}</Link>}
            {name === 'earn' && <Link to="/defiFinancial">{t('menu.mining')}</Link>}
            {name === 'interface' && <a href={API_DOCUMENTATION_PATH}>{t('page.api')}</a>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
