import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { PRODUCT_NAME } from '../../../../shared/lib/product';
import { serverNow } from '../../../../shared/stream/server-time';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { tokenValue } from '../../../../shared/ui/theme';
import styles from '../../../../features/show-positions/positions.module.css';
import { CARD_HEIGHT, CARD_WIDTH, drawCard, shareCardOf, type CardLook } from './share-card';
import type { ShownPosition } from '../../../../features/show-positions/use-positions';

/** A position as a picture that the browser draws and keeps: nothing of it goes anywhere unless its owner sends it. */
export function ShareDialog({ position, onClose }: { position: ShownPosition; onClose: () => void }) {
  const { say, numbers } = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [withAmounts, setAmounts] = useState(false);
  // As it was when it was asked for: a picture that moves is none.
  const [[shown, at]] = useState(() => [position, serverNow()] as const);
  const card = shareCardOf(shown, { say, numbers }, { withAmounts, at });
  const written = JSON.stringify(card);
  useEffect(() => {
    const brush = canvas.current?.getContext('2d');
    const told = JSON.parse(written) as typeof card;
    if (brush && told) drawCard(brush, told, lookNow(), { name: PRODUCT_NAME, address: location.host });
  }, [written]);
  const save = () =>
    canvas.current?.toBlob((picture) => {
      if (!picture) return;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(picture);
      link.download = `${shown.market.name}-${shown.state.side}.png`;
      link.click();
      URL.revokeObjectURL(link.href);
    }, 'image/png');
  return (
    <Dialog title={say('positions.share_card.title')} onClose={onClose}>
      <div className={styles.share}>
        <canvas ref={canvas} className={styles.card} width={CARD_WIDTH} height={CARD_HEIGHT}>
          {card
            ? [card.market, card.side, card.leverage, card.rate, ...card.facts.flat(), card.at].join(' ')
            : say('page.loading')}
        </canvas>
        <label className={styles.hide}>
          <input type="checkbox" checked={withAmounts} onChange={({ target }) => setAmounts(target.checked)} />
          {say('positions.share_card.amounts')}
        </label>
        <button type="button" className={styles.confirm} disabled={!card} onClick={save}>
          {say('positions.share_card.save')}
        </button>
      </div>
    </Dialog>
  );
}

function lookNow(): CardLook {
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
