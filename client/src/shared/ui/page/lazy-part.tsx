/**
 * Parts of the page that are loaded when they are first shown. React's own `lazy` keeps what has come behind its placeholder
 * until that was seen for 300 ms, and where a part stands in another one the waits add up; here it is shown when it is there.
 */
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { onBack } from '../../lib/storage/came-back';
import { Note } from './note';

export type PartLoader<C> = () => Promise<C>;

export type PartState<C> = { is: 'loading' } | { is: 'here'; Part: C } | { is: 'failed'; error: unknown };

/** Parts that have come: they are shown at once, without a word of loading in between. */
const loaded = new WeakMap<PartLoader<unknown>, unknown>();
/** And those on their way, which whoever asks meanwhile shares. */
const coming = new WeakMap<PartLoader<unknown>, Promise<unknown>>();

/** The part, which is kept; what failed is asked for anew the next time. */
export function loadPart<C>(load: PartLoader<C>): Promise<C> {
  if (loaded.has(load)) return Promise.resolve(loaded.get(load) as C);
  const asked = coming.get(load) as Promise<C> | undefined;
  return asked ?? begin(load);
}

function begin<C>(load: PartLoader<C>): Promise<C> {
  const asked = load()
    .then((part) => {
      loaded.set(load, part);
      return part;
    })
    .finally(() => coming.delete(load));
  coming.set(load, asked);
  return asked;
}

/** The loader is one function a part, made once: a new one would load anew. Another part is another state, at once. */
export function usePart<C>(load: PartLoader<C>): [state: PartState<C>, retry: () => void] {
  const [kept, setKept] = useState(() => ({ of: load, state: stateOf(load) }));
  const [attempt, setAttempt] = useState(0);
  const state = kept.of === load ? kept.state : stateOf(load);
  useEffect(() => {
    let isShown = true;
    const tell = (told: PartState<C>) => {
      if (!isShown) return;
      setKept((known) => (known.of === load && known.state.is === 'here' ? known : { of: load, state: told }));
    };
    loadPart(load).then(
      (Part) => tell({ is: 'here', Part }),
      (error: unknown) => tell({ is: 'failed', error }),
    );
    return () => {
      isShown = false;
    };
  }, [load, attempt]);
  const retry = useCallback(() => {
    setKept({ of: load, state: { is: 'loading' } });
    setAttempt((before) => before + 1);
  }, [load]);
  const hasFailed = state.is === 'failed';
  useEffect(() => (hasFailed ? onBack(retry) : undefined), [hasFailed, retry]);
  return [state, retry];
}

function stateOf<C>(load: PartLoader<C>): PartState<C> {
  return loaded.has(load) ? { is: 'here', Part: loaded.get(load) as C } : { is: 'loading' };
}

/** A component whose part is loaded when it is first shown. A failure is thrown, for the boundary around it. */
export function lazyPart<P extends object>(
  load: PartLoader<ComponentType<P>>,
  Waiting: ComponentType<P> = Loading,
): ComponentType<P> {
  return function LazyPart(properties: P): ReactNode {
    const [state] = usePart(load);
    if (state.is === 'failed') throw state.error;
    return state.is === 'here' ? <state.Part {...properties} /> : <Waiting {...properties} />;
  };
}

export function Loading() {
  const { say } = useTexts();
  return <Note kind="loading" text={say('page.loading')} />;
}
