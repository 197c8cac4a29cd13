import { Link } from 'react-router';
import styles from './word-page.module.css';

interface WordPageProps {
  /** As large as can be, above the title. */
  code?: string;
  title: string;
  text: string;
  /** Where to go from here. */
  way: { to: string; text: string };
}

/** A page that has nothing to show but what it says. */
export function WordPage({ code, title, text, way }: WordPageProps) {
  return (
    <section className={styles.page}>
      {code !== undefined && (
        <p className={styles.code} aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Link className={styles.link} to={way.to}>
        {way.text}
      </Link>
    </section>
  );
}
