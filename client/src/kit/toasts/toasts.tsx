import { memo, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../i18n/use-texts';
import { TOAST_MS, toastFaded, selectToasts, type Toast } from './toasts-slice';
import styles from './toasts.module.css';

/** Overlays everything in its own layer, so that nothing on the page moves. */
export function Toasts() {
  const toasts = useSelector(selectToasts);
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <Shown key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

const Shown = memo(function Shown({ toast }: { toast: Toast }) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const { id } = toast;
  useEffect(() => {
    const timer = setTimeout(() => dispatch(toastFaded(id)), TOAST_MS);
    return () => clearTimeout(timer);
  }, [dispatch, id]);
  return (
    <p className={styles.toast} data-kind={toast.kind}>
      {'key' in toast ? t(toast.key) : toast.text}
    </p>
  );
});
