import type { ReactNode } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { Toasts } from '../../kit/toasts/toasts';
import { Footer } from './footer';
import styles from './frame.module.css';
import { FactorAsked } from './factor-asked';
import { Header } from './header';
import { NewVersion } from './new-version';
import { Offline } from './offline';
import { SessionAlert } from './session-alert';

const CONTENT_ID = 'content';

/** Frame of all screens: header, content, footer and notices. */
export function Frame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div className={styles.page}>
      <a className={styles.skip} href={`#${CONTENT_ID}`}>
        {t('page.skip')}
      </a>
      <Header pathname={pathname} />
      <Offline />
      <main id={CONTENT_ID} className={styles.content} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Toasts />
      <NewVersion />
      <SessionAlert />
      <FactorAsked />
    </div>
  );
}
