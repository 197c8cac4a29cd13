import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts } from '../../../shared/i18n/use-texts';
import { downloadBlob } from '../../../shared/lib/download';
import { PRODUCT_NAME } from '../../../shared/lib/product';
import { Button } from '../../../shared/ui/controls/button';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import { drawPoster, POSTER_SIZE } from './drawn-poster';
import styles from './share-page.module.css';

interface PosterDialogProps {
  code: string;
  link: string;
  onClose: () => void;
}

/** The picture as it will be kept, drawn here and nowhere else. */
export function PosterDialog({ code, link, onClose }: PosterDialogProps) {
  const { say, language } = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    drawPoster(context, {
      name: PRODUCT_NAME,
      head: say('share.poster.head'),
      lead: say('share.poster.lead'),
      scan: say('share.poster.scan'),
      codeName: say('share.poster.code'),
      code,
      link,
      language: HTML_LANG[language],
      font: getComputedStyle(document.body).fontFamily,
    });
  }, [say, language, code, link]);
  const save = () =>
    canvas.current?.toBlob((picture) => picture && downloadBlob(`invitation-${code}.png`, picture), 'image/png');
  return (
    <Dialog title={say('share.poster')} onClose={onClose}>
      <div className={styles.poster}>
        <div role="img" aria-label={say('share.poster.shows', { code })}>
          <canvas ref={canvas} {...POSTER_SIZE} />
        </div>
        <Button onClick={save}>
          <Download size={15} aria-hidden="true" />
          <span className={styles.buttonText}>{say('share.poster.save')}</span>
        </Button>
      </div>
    </Dialog>
  );
}
