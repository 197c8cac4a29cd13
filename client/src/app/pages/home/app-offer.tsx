import { useId } from 'react';
import { Link } from 'react-router';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './app-offer.module.css';

/** The page is installable; the download page explains how. */
export function AppOffer() {
  const { t } = useTexts();
  const titleId = useId();
  return (
    <section className={styles.offer} aria-labelledby={titleId}>
      <img src="/icon.svg" alt="" width="72" height="72" loading="lazy" />
      <h2 id={titleId}>{t('home.app.title')}</h2>
      <p>{t('home.app.about')}</p>
      <Link to="/down">{t('menu.download')}</Link>
    </section>
  );
}
