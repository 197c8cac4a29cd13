import styles from './file-pick.module.css';

interface FilePickProps {
  text: string;
  accept: string;
  onPick: (file: File) => void;
}

/** A button that asks for one file. */
export function FilePick({ text, accept, onPick }: FilePickProps) {
  return (
    <label className={styles.pick}>
      {text}
      <input
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onPick(file);
          // The same one may be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
