import { useLocation, Link } from 'react-router';
import type { TextKey } from '../../shared/i18n/i18n';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './not-open-page.module.css';

/** Screens of products that are still to come, by the last part of their path. */
const NAMES: Readonly<Record<string, TextKey>> = {
  contractTransaction: 'not_open.futures',
  defiFinancial: 'not_open.mining',
  financial: 'not_open.financial',
  secondContract: 'not_open.second',
  recharge: 'not_open.recharge',
  withdrawal: 'not_open.withdrawal',
  contract: 'not_open.contract',
  forget: 'not_open.forget',
};

/** Says what will be here and that it is not yet; there is nothing to press but the way to what is open. */
export function NotOpenPage() {
  const { say } = useTexts();
  const { pathname } = useLocation();
  const name = NAMES[pathname.split('/').at(-1) ?? ''];
  return (
    <section className={styles.page}>
      <h1>{name ? say(name) : say('not_open.title')}</h1>
      <p className={styles.text}>{say('not_open.text')}</p>
      <Link className={styles.link} to="/quotation">
        {say('not_open.markets')}
      </Link>
    </section>
  );
}
