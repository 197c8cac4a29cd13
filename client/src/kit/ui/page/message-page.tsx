import { Link } from 'react-router';
import styles from './message-page.module.css';

interface WordPageProps {
  /** Large text above the title. */
  code?: string;
  title: string;
  text: string;
  /** The next step. */
  link: { to: string; text: string };
}

/** Page with only a message. */
export function MessagePage({ code, title, text, link }: WordPageProps) {
  return (
    <section className={styles.page}>
      {code !== undefined && (
        <p className={styles.code} aria-hidden="true">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <Link className={styles.link} to={link.to}>
        {link.text}
      </Link>
    </section>
  );
}
