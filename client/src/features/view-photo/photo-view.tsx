import { ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { Faulty } from '../../shared/ui/page/faulty';
import { Note } from '../../shared/ui/page/note';
import { PhotoZoom } from './photo-zoom';
import styles from './photo.module.css';
import { usePhoto } from './use-photo';

interface PhotoViewProps {
  /** The photo's address. */
  source: string;
  title: string;
  width: number;
  height: number;
}

/** A photo under its name; a press shows it large. */
export function PhotoView({ source, title, width, height }: PhotoViewProps) {
  const { say } = useTexts();
  const [photo, again] = usePhoto(source);
  const [isLarge, setLarge] = useState(false);
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        {photo.phase === 'loading' && <Note kind="loading" text={say('page.loading')} />}
        {photo.phase === 'missing' && <Faulty fault={photo.fault} onRetry={again} />}
        {photo.phase === 'there' && (
          <button
            type="button"
            className={styles.open}
            aria-label={say('staff.photo.open', { title })}
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
