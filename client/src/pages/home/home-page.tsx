import { useDeferredValue } from 'react';
import { AppOffer } from './app-offer';
import { Features } from './features';
import { Hero } from './hero';
import styles from './home-page.module.css';
import { LatestNotices } from './latest-notices';
import { MarketsNow } from './markets-now';
import { Proof } from './proof';
import { ProtocolText } from './protocol-text';

export function HomePage() {
  // What the window shows first is on the screen first: the rest is below it and follows at once.
  const isBegun = useDeferredValue(true, false);
  return (
    <div className={styles.page}>
      <Hero />
      <MarketsNow />
      {isBegun && <BelowTheWindow />}
    </div>
  );
}

function BelowTheWindow() {
  return (
    <>
      <Proof />
      <Features />
      <div className={styles.pair}>
        <LatestNotices />
        <AppOffer />
      </div>
      <ProtocolText />
    </>
  );
}
