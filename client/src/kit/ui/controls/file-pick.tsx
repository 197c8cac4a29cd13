import styles from './file-pick.module.css';

interface FilePickProps {
  text: string;
  accept: string;
  onPick: (file: File) => void;
}

/** Button that opens a file dialog. */
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
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
    </label>
  );
}
