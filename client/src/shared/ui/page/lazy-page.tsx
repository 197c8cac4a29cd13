/** A part of the page that is loaded when it is first shown; after two minutes without it there is an error and a retry. */
import { useEffect, type ComponentType } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { reloadWithTyped } from '../../lib/storage/typed-kept';
import { askForVersion, useNewVersion } from '../../lib/version';
import { Button } from '../controls/button';
import { Loading, loadPart, usePart } from './lazy-part';
import { Note } from './note';

const LOADING_MS_MAX = 120_000;

export type PageLoader = () => Promise<ComponentType>;

/** The promise of `load`, or its failure after `msMax`. */
export function within<T>(load: () => Promise<T>, msMax: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not loaded within ${msMax} ms`)), msMax);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

/** The part of that page, which is kept: it is shown at once from then on. */
export function loadPage(load: PageLoader): Promise<ComponentType> {
  return loadPart(limited(load));
}

/** One for each loader, since what has come is known by it. */
function limited(load: PageLoader): PageLoader {
  const known = limits.get(load) ?? (() => within(load, LOADING_MS_MAX));
  limits.set(load, known);
  return known;
}
const limits = new WeakMap<PageLoader, PageLoader>();

/** The loader is one function a route, made once: a new one would load anew. */
export function LazyPage({ load }: { load: PageLoader }) {
  const [page, retry] = usePart(limited(load));
  if (page.is === 'loading') return <Loading />;
  return page.is === 'here' ? <page.Part /> : <NotLoaded onRetry={retry} />;
}

/** Its files may be gone because a newer version has been installed: trying again would ask for the same ones. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { say } = useTexts();
  const isOld = useNewVersion();
  useEffect(() => void askForVersion(), []);
  return isOld ? (
    <Note
      kind="error"
      text={say('page.outdated')}
      action={<Button onClick={() => reloadWithTyped()}>{say('page.reload')}</Button>}
    />
  ) : (
    <Note kind="error" text={say('page.not_loaded')} action={<Button onClick={onRetry}>{say('page.retry')}</Button>} />
  );
}
