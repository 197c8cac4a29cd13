import { Link } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  const { say } = useTexts();
  return (
    <section className={styles.page}>
      <p className={styles.code} aria-hidden="true">
        404
      </p>
      <h1>{say('not_found.title')}</h1>
      <p className={styles.text}>{say('not_found.text')}</p>
      <Link className={styles.link} to="/">
        {say('not_found.home')}
      </Link>
    </section>
  );
}
