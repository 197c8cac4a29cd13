import { AppOffer } from './app-offer';
import { Features } from './features';
import { Hero } from './hero';
import styles from './home-page.module.css';
import { LatestNotices } from './latest-notices';
import { MarketsNow } from './markets-now';
import { Proof } from './proof';
import { ProtocolText } from './protocol-text';

export function HomePage() {
  return (
    <div className={styles.page}>
      <Hero />
      <MarketsNow />
      <Proof />
      <Features />
      <div className={styles.pair}>
        <LatestNotices />
        <AppOffer />
      </div>
      <ProtocolText />
    </div>
  );
}
