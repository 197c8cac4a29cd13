import { RotateCw, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../kit/i18n/use-texts';
import { IconButton } from '../../kit/ui/controls/icon-button';
import styles from './photo.module.css';

/** Multiples of the window's width. */
const ZOOMS = [1, 1.5, 2, 3, 4];
const QUARTER_DEGREES = 90;

interface PhotoZoomProps {
  address: string;
  title: string;
  width: number;
  onClose: () => void;
}

/** The photo in an overlay with zoom, rotation and scrolling. */
export function PhotoZoom({ address, title, width, onClose }: PhotoZoomProps) {
  const { t, numbers } = useTexts();
  const element = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState(0);
  const [quarters, setQuarters] = useState(0);
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  const zoom = ZOOMS[step];
  return (
    <dialog
      ref={element}
      className={styles.zoom}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.tools}>
        <b>{title}</b>
        <output aria-live="polite">{numbers.narrowPercent(String(zoom)).replace(/[.,]00/, '')}</output>
        <IconButton label={t('staff.photo.smaller')} disabled={step === 0} onClick={() => setStep(step - 1)}>
          <ZoomOut size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('staff.photo.larger')}
          disabled={step === ZOOMS.length - 1}
          onClick={() => setStep(step + 1)}
        >
          <ZoomIn size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('staff.photo.turn')} onClick={() => setQuarters((quarters + 1) % 4)}>
          <RotateCw size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('page.close')} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <div className={styles.stage} tabIndex={0} role="region" aria-label={title}>
        <img
          src={address}
          alt={title}
          style={{
            width: `min(${width * zoom}px, ${zoom * 100}%)`,
            transform: `rotate(${quarters * QUARTER_DEGREES}deg)`,
          }}
        />
      </div>
    </dialog>
  );
}
