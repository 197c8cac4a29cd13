import { useDeferredValue } from 'react';
import { AppOffer } from './app-offer';
import { HomeHighlights } from './home-highlights';
import { Features } from './features';
import { FirstSteps } from './first-steps/first-steps';
import { Hero } from './hero';
import styles from './home-page.module.css';
import { LatestNotices } from './latest-notices';
import { MarketsNow } from './markets-now';
import { Proof } from './proof';
import { ProtocolText } from './protocol/protocol-text';
import { useFirstSteps } from './first-steps/use-first-steps';

export function HomePage() {
  // Renders the visible part first; the part below the window follows in a deferred render.
  const isBegun = useDeferredValue(true, false);
  const { steps, hide } = useFirstSteps();
  return (
    <div className={styles.page}>
      {steps ? <FirstSteps steps={steps} onHide={hide} /> : <Hero />}
      <HomeHighlights />
      <MarketsNow />
      {isBegun && <BelowTheWindow isPromoted={steps === null} />}
    </div>
  );
}

function BelowTheWindow({ isPromoted }: { isPromoted: boolean }) {
  return (
    <>
      {isPromoted && (
        <>
          <Proof />
          <Features />
        </>
      )}
      <div className={styles.pair}>
        <LatestNotices />
        <AppOffer />
      </div>
      {isPromoted && <ProtocolText />}
    </>
  );
}
