import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { HTML_LANG } from '../../../../../shared/wire/languages';
import { useTexts } from '../../../kit/i18n/use-texts';
import { downloadBlob } from '../../../kit/lib/download';
import { PRODUCT_NAME } from '../../../kit/lib/product';
import { Button } from '../../../kit/ui/controls/button';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import { drawPoster, POSTER_SIZE } from './drawn-poster';
import styles from './share-page.module.css';

interface PosterDialogProps {
  code: string;
  link: string;
  onClose: () => void;
}

/** Preview of the poster, drawn in the browser. */
export function PosterDialog({ code, link, onClose }: PosterDialogProps) {
  const { t, language } = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    drawPoster(context, {
      name: PRODUCT_NAME,
      head: t('share.poster.head'),
      lead: t('share.poster.lead'),
      scan: t('share.poster.scan'),
      codeName: t('share.poster.code'),
      code,
      link,
      language: HTML_LANG[language],
      font: getComputedStyle(document.body).fontFamily,
    });
  }, [t, language, code, link]);
  const save = () =>
    canvas.current?.toBlob((picture) => picture && downloadBlob(`invitation-${code}.png`, picture), 'image/png');
  return (
    <Dialog title={t('share.poster')} onClose={onClose}>
      <div className={styles.poster}>
        <div role="img" aria-label={t('share.poster.shows', { code })}>
          <canvas ref={canvas} {...POSTER_SIZE} />
        </div>
        <Button onClick={save}>
          <Download size={15} aria-hidden="true" />
          <span className={styles.buttonText}>{t('share.poster.save')}</span>
        </Button>
      </div>
    </Dialog>
  );
}
