/**
 * Chunks loaded when first shown. React's `lazy` shows its placeholder for at least 300 ms, and nested parts add up. This code shows a part as
 * soon as it is loaded.
 */
import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { onReconnect } from '../../lib/storage/reconnect';
import { Note } from './note';

export type PartLoader<C> = () => Promise<C>;

export type PartState<C> = { is: 'loading' } | { is: 'here'; Part: C } | { is: 'failed'; error: unknown };

/** Loaded chunks, which render at once. */
const loaded = new WeakMap<PartLoader<unknown>, unknown>();
/** Chunks being loaded, shared between callers. */
const pendingLoads = new WeakMap<PartLoader<unknown>, Promise<unknown>>();

/** Loads a chunk and keeps it. A failed one is requested again next time. */
export function loadPart<C>(load: PartLoader<C>): Promise<C> {
  if (loaded.has(load)) return Promise.resolve(loaded.get(load) as C);
  const pendingLoad = pendingLoads.get(load) as Promise<C> | undefined;
  return pendingLoad ?? startLoad(load);
}

function startLoad<C>(load: PartLoader<C>): Promise<C> {
  const pendingLoad = load()
    .then((part) => {
      loaded.set(load, part);
      return part;
    })
    .finally(() => pendingLoads.delete(load));
  pendingLoads.set(load, pendingLoad);
  return pendingLoad;
}

/** Pass one stable loader per part; a new function would load again. A change of the loader changes the state at once. */
export function usePart<C>(load: PartLoader<C>): [state: PartState<C>, retry: () => void] {
  const [partEntry, setPartEntry] = useState(() => ({ of: load, state: stateOf(load) }));
  const [attempt, setAttempt] = useState(0);
  const state = partEntry.of === load ? partEntry.state : stateOf(load);
  useEffect(() => {
    let isShown = true;
    const updateState = (nextState: PartState<C>) => {
      if (!isShown) return;
      setPartEntry((previous) =>
        previous.of === load && previous.state.is === 'here' ? previous : { of: load, state: nextState },
      );
    };
    loadPart(load).then(
      (Part) => updateState({ is: 'here', Part }),
      (error: unknown) => updateState({ is: 'failed', error }),
    );
    return () => {
      isShown = false;
    };
  }, [load, attempt]);
  const retry = useCallback(() => {
    setPartEntry({ of: load, state: { is: 'loading' } });
    setAttempt((before) => before + 1);
  }, [load]);
  const hasFailed = state.is === 'failed';
  useEffect(() => (hasFailed ? onReconnect(retry) : undefined), [hasFailed, retry]);
  return [state, retry];
}

function stateOf<C>(load: PartLoader<C>): PartState<C> {
  return loaded.has(load) ? { is: 'here', Part: loaded.get(load) as C } : { is: 'loading' };
}

/** Component whose chunk is loaded when first shown. A failure is thrown to the surrounding boundary. */
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
  const { t } = useTexts();
  return <Note kind="loading" text={t('page.loading')} />;
}
