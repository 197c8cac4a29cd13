import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { PRODUCT_NAME } from '../../../../kit/lib/product';
import { serverNow } from '../../../../kit/stream/server-time';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { tokenValue } from '../../../../kit/ui/theme';
import styles from '../../../../kit/positions/positions.module.css';
import { CARD_HEIGHT, CARD_WIDTH, drawCard, shareCardOf, type CardStyle } from './share-card';
import type { ShownPosition } from '../../../../kit/positions/use-positions';

/** Share card, drawn and kept in the browser; nothing is sent anywhere. */
export function ShareDialog({ position, onClose }: { position: ShownPosition; onClose: () => void }) {
  const { t, numbers } = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [withAmounts, setAmounts] = useState(false);
  // A snapshot from when the dialog opened, so that the card does not change with the mark.
  const [[positionSnapshot, at]] = useState(() => [position, serverNow()] as const);
  const card = shareCardOf(positionSnapshot, { t, numbers }, { withAmounts, at });
  const serializedCard = JSON.stringify(card);
  useEffect(() => {
    const brush = canvas.current?.getContext('2d');
    const shownCard = JSON.parse(serializedCard) as typeof card;
    if (brush && shownCard) drawCard(brush, shownCard, lookNow(), { name: PRODUCT_NAME, address: location.host });
  }, [serializedCard]);
  const save = () =>
    canvas.current?.toBlob((picture) => {
      if (!picture) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = `${positionSnapshot.market.name}-${positionSnapshot.state.side}.png`;
      link.click();
      URL.revokeObjectURL(link.href);
    }, 'image/png');
  return (
    <Dialog title={t('positions.share_card.title')} onClose={onClose}>
      <div className={styles.share}>
        <canvas ref={canvas} className={styles.card} width={CARD_WIDTH} height={CARD_HEIGHT}>
          {card
            ? [card.market, card.side, card.leverage, card.rate, ...card.rows.flat(), card.at].join(' ')
            : t('page.loading')}
        </canvas>
        <label className={styles.hide}>
          <input type="checkbox" checked={withAmounts} onChange={({ target }) => setAmounts(target.checked)} />
          {t('positions.share_card.amounts')}
        </label>
        <button type="button" className={styles.confirm} disabled={!card} onClick={save}>
          {t('positions.share_card.save')}
        </button>
      </div>
    </Dialog>
  );
}

function lookNow(): CardStyle {
  return {
    ground: tokenValue('--ground'),
    surface: tokenValue('--surface-raised'),
    text: tokenValue('--text'),
    muted: tokenValue('--text-muted'),
    up: tokenValue('--up'),
    down: tokenValue('--down'),
    line: tokenValue('--line'),
    font: getComputedStyle(document.body).fontFamily,
  };
}
