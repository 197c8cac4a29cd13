import { CircleCheck, Camera, LoaderCircle } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { PHOTO_TYPES, type DocumentType, type PhotoKind } from '../../../../shared/products/identity/verification';
import type { Words } from '../api/envelope';
import { useTexts } from '../i18n/use-texts';
import type { PhotoState } from './photo-state';
import styles from './take-photo.module.css';

interface PhotoFieldProps {
  kind: PhotoKind;
  documentType: DocumentType;
  state: PhotoState | undefined;
  /** The photo is missing and the user tried to continue. */
  isMissed: boolean;
  onChoose: (file: Blob) => void;
}

/** Field for one photo, chosen or dropped, with its preview and upload state. */
export function PhotoField({ kind, documentType, state, isMissed, onChoose }: PhotoFieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const preview = state && 'preview' in state ? state.preview : null;
  const isBusy = state?.phase === 'checking' || state?.phase === 'uploading';
  const isWrong = state?.phase === 'refused' || (isMissed && state === undefined);
  const title = t(kind === 'front' && documentType === 'passport' ? 'photo.passport_page' : `photo.kind.${kind}`);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onChoose(file);
  };
  return (
    <div className={styles.photo}>
      <label
        className={styles.drop}
        data-over={isOver}
        data-wrong={isWrong}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <input
          type="file"
          accept={PHOTO_TYPES.join(',')}
          disabled={isBusy}
          aria-invalid={isWrong}
          aria-label={title}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            // Otherwise choosing the same file again after a refusal fires no change event.
            target.value = '';
            if (file) onChoose(file);
          }}
        />
        {preview === null ? (
          <span className={styles.blank}>
            <Camera size={24} aria-hidden="true" />
            {t('photo.choose')}
          </span>
        ) : (
          <img src={preview} alt={t('photo.preview', { kind: title })} />
        )}
      </label>
      <div className={styles.caption}>
        <b aria-hidden="true">{title}</b>
        <p id={`${id}-note`} role="status">
          <Note state={state} isMissed={isMissed} kind={kind} />
        </p>
      </div>
    </div>
  );
}

function Note({ state, isMissed, kind }: { state: PhotoState | undefined; isMissed: boolean; kind: PhotoKind }) {
  const { t } = useTexts();
  if (state === undefined)
    return isMissed ? <span className={styles.fault}>{t('photo.missing')}</span> : t(`photo.hint.${kind}`);
  switch (state.phase) {
    case 'checking':
    case 'uploading':
      return (
        <span className={styles.busy}>
          <LoaderCircle size={14} aria-hidden="true" />
          {t(`photo.${state.phase}`)}
        </span>
      );
    case 'refused':
      return <span className={styles.fault}>{textOf(state.message, t)}</span>;
    case 'stored':
      return (
        <span className={styles.good}>
          <CircleCheck size={14} aria-hidden="true" />
          {t('photo.stored')}
        </span>
      );
  }
}

function textOf(message: Words, t: ReturnType<typeof useTexts>['t']): string {
  return 'key' in message ? t(message.key) : message.text;
}
