import { useId } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './app-offer.module.css';

/** The page is the app: how it gets onto a home screen is said where it is downloaded. */
export function AppOffer() {
  const { say } = useTexts();
  const titleId = useId();
  return (
    <section className={styles.offer} aria-labelledby={titleId}>
      <img src="/icon.svg" alt="" width="72" height="72" loading="lazy" />
      <h2 id={titleId}>{say('home.app.title')}</h2>
      <p>{say('home.app.about')}</p>
      <Link to="/down">{say('menu.download')}</Link>
    </section>
  );
}
