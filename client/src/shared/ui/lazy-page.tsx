/** A part of the page that is loaded when it is first shown; after two minutes without it there is an error and a retry. */
import { Component, Suspense, lazy, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts';
import { reloadWithTyped } from '../lib/typed-kept';
import { askForVersion, useNewVersion } from '../lib/version';
import { Button } from './button';
import { Note } from './note';

const LOADING_MS_MAX = 120_000;

export type PageLoader = () => Promise<ComponentType>;

/** The part did not come. What goes wrong in a part that did come is another matter, and another boundary's. */
export class NotLoadedError extends Error {
  override name = 'NotLoadedError';
}

/** The promise of `load`, or its failure after `msMax`. */
export function within<T>(load: () => Promise<T>, msMax: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not loaded within ${msMax} ms`)), msMax);
    load()
      .finally(() => clearTimeout(timer))
      .then(resolve, reject);
  });
}

/** Parts that have come: they are shown at once, without a word of loading in between. */
const loaded = new WeakMap<PageLoader, ComponentType>();

export async function loadPage(load: PageLoader): Promise<ComponentType> {
  const page = loaded.get(load) ?? (await within(load, LOADING_MS_MAX).catch(notLoaded));
  loaded.set(load, page);
  return page;
}

function notLoaded(cause: unknown): never {
  throw new NotLoadedError('a part of the page could not be loaded', { cause });
}

/** The loader is one function a route, made once: a new one would load anew. */
export function LazyPage({ load }: { load: PageLoader }) {
  const [attempt, setAttempt] = useState(() => loaded.get(load) ?? pageOf(load));
  const retry = () => setAttempt(() => pageOf(load));
  const Page = attempt;
  return (
    <LoadBoundary key={keyOf(Page)} onRetry={retry}>
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    </LoadBoundary>
  );
}

function pageOf(load: PageLoader): ComponentType {
  return lazy(async () => ({ default: await loadPage(load) }));
}

const keys = new WeakMap<object, number>();
let nextKey = 0;

/** A new attempt is a new boundary. */
function keyOf(page: object): number {
  const known = keys.get(page) ?? (nextKey += 1);
  keys.set(page, known);
  return known;
}

function Loading() {
  const { say } = useTexts();
  return <Note kind="loading" text={say('page.loading')} />;
}

interface LoadBoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

class LoadBoundary extends Component<LoadBoundaryProps, { failure: Error | null }> {
  override state: { failure: Error | null } = { failure: null };

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    if (failure instanceof NotLoadedError) return <NotLoaded onRetry={this.props.onRetry} />;
    throw failure;
  }
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
