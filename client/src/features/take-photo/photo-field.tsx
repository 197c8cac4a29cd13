import { CircleCheck, Camera, LoaderCircle } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import { PHOTO_TYPES, type DocumentType, type PhotoKind } from '../../../../shared/products/identity/verification';
import type { Words } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import type { PhotoState } from './photo-state';
import styles from './take-photo.module.css';

interface PhotoFieldProps {
  kind: PhotoKind;
  documentType: DocumentType;
  state: PhotoState | undefined;
  /** It is missing, and the user wanted to go on. */
  isMissed: boolean;
  onChoose: (file: Blob) => void;
}

/** A place for one photo: chosen or dropped, shown as it is, with what becomes of it. */
export function PhotoField({ kind, documentType, state, isMissed, onChoose }: PhotoFieldProps) {
  const { say } = useTexts();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const preview = state && 'preview' in state ? state.preview : null;
  const isBusy = state?.phase === 'checking' || state?.phase === 'uploading';
  const isWrong = state?.phase === 'refused' || (isMissed && state === undefined);
  const title = say(kind === 'front' && documentType === 'passport' ? 'photo.passport_page' : `photo.kind.${kind}`);
  const drop = (event: DragEvent) => {
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
        onDrop={drop}
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
            // The same file may be chosen again after it was refused.
            target.value = '';
            if (file) onChoose(file);
          }}
        />
        {preview === null ? (
          <span className={styles.blank}>
            <Camera size={24} aria-hidden="true" />
            {say('photo.choose')}
          </span>
        ) : (
          <img src={preview} alt={say('photo.preview', { kind: title })} />
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
  const { say } = useTexts();
  if (state === undefined)
    return isMissed ? <span className={styles.fault}>{say('photo.missing')}</span> : say(`photo.hint.${kind}`);
  switch (state.phase) {
    case 'checking':
    case 'uploading':
      return (
        <span className={styles.busy}>
          <LoaderCircle size={14} aria-hidden="true" />
          {say(`photo.${state.phase}`)}
        </span>
      );
    case 'refused':
      return <span className={styles.fault}>{textOf(state.words, say)}</span>;
    case 'stored':
      return (
        <span className={styles.good}>
          <CircleCheck size={14} aria-hidden="true" />
          {say('photo.stored')}
        </span>
      );
  }
}

function textOf(words: Words, say: ReturnType<typeof useTexts>['say']): string {
  return 'key' in words ? say(words.key) : words.text;
}
