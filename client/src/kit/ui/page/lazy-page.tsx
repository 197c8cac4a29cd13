/** A page chunk loaded when first shown. After two minutes it shows an error with a retry. */
import { useEffect, type ComponentType } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { reloadKeepingInput } from '../../lib/storage/saved-input';
import { checkVersion, useNewVersion } from '../../lib/version';
import { Button } from '../controls/button';
import { Loading, loadPart, usePart } from './lazy-part';
import { Note } from './note';

const LOADING_MS_MAX = 120_000;

/** `P`: props of the page. */
export type PageLoader<P extends object = object> = () => Promise<ComponentType<P>>;

/** Result of `load`; rejects after `msMax`. */
export function withTimeout<T>(load: () => Promise<T>, msMax: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not loaded within ${msMax} ms`)), msMax);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

/** Loads a page and keeps it, so that it renders at once from then on. */
export function loadPage(load: PageLoader): Promise<ComponentType> {
  return loadPart(withLoadTimeout(load));
}

/** Cached per loader, as loaded chunks are identified by it. */
function withLoadTimeout<P extends object>(load: PageLoader<P>): PageLoader<P> {
  const limitedLoader = (limits.get(load) as PageLoader<P> | undefined) ?? (() => withTimeout(load, LOADING_MS_MAX));
  limits.set(load, limitedLoader);
  return limitedLoader;
}
const limits = new WeakMap<() => Promise<unknown>, unknown>();

interface LazyPageProps<P extends object> {
  load: PageLoader<P>;
  /** Absent for a page without props. */
  shownWith?: P;
}

/** Pass one stable loader per route; a new function would load again. */
export function LazyPage<P extends object = object>({ load, shownWith }: LazyPageProps<P>) {
  const [page, retry] = usePart(withLoadTimeout(load));
  if (page.is === 'loading') return <Loading />;
  return page.is === 'here' ? <page.Part {...(shownWith as P)} /> : <NotLoaded onRetry={retry} />;
}

/** The chunk's files may be gone after a new version; a retry would request the same ones. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useTexts();
  const isOld = useNewVersion();
  useEffect(() => void checkVersion(), []);
  return isOld ? (
    <Note
      kind="error"
      text={t('page.outdated')}
      action={<Button onClick={() => reloadKeepingInput()}>{t('page.reload')}</Button>}
    />
  ) : (
    <Note kind="error" text={t('page.not_loaded')} action={<Button onClick={onRetry}>{t('page.retry')}</Button>} />
  );
}
