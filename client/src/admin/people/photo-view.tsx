import { ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { Faulty } from '../../kit/ui/page/faulty';
import { Note } from '../../kit/ui/page/note';
import { PhotoZoom } from './photo-zoom';
import styles from './photo.module.css';
import { usePhoto } from './use-photo';

interface PhotoViewProps {
  source: string;
  title: string;
  width: number;
  height: number;
}

/** A photo with a title; a click enlarges it. */
export function PhotoView({ source, title, width, height }: PhotoViewProps) {
  const { t } = useTexts();
  const [photo, retry] = usePhoto(source);
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        {photo.phase === 'loading' && <Note kind="loading" text={t('page.loading')} />}
        {photo.phase === 'missing' && <Faulty error={photo.error} onRetry={retry} />}
        {photo.phase === 'there' && (
          <button
            type="button"
            className={styles.open}
            aria-label={t('staff.photo.open', { title })}
            onClick={() => setLarge(true)}
          >
            <img src={photo.address} alt={title} width={width} height={height} />
            <ZoomIn size={18} aria-hidden="true" />
          </button>
        )}
      </div>
      <figcaption>
        {title} <span>{`${width} × ${height}`}</span>
      </figcaption>
      {photo.phase === 'there' && isLarge && (
        <PhotoZoom address={photo.address} title={title} width={width} onClose={() => setLarge(false)} />
      )}
    </figure>
  );
}
