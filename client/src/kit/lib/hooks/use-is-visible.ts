import { useEffect, useState, type RefObject } from 'react';

/** Elements just outside the viewport count as visible, so that scrolling never reveals a stale figure. */
const ROOT_MARGIN = '120px';

const listeners = new WeakMap<Element, (isSeen: boolean) => void>();
/** Shared by all elements: a scroll past a hundred rows gives one callback. */
let observer: IntersectionObserver | null = null;

function sharedObserver(): IntersectionObserver {
  // Also applies to scroll containers.
  const margins = { rootMargin: ROOT_MARGIN, scrollMargin: ROOT_MARGIN };
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  }, margins);
  return observer;
}

/** Whether an element is in or near the viewport. True without support by the browser; false while `isAsked` is false. */
export function useIsVisible(element: RefObject<Element | null>, isAsked = true): boolean {
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const place = element.current;
    if (!isAsked || !place || typeof IntersectionObserver === 'undefined') return;
    const visibilityObserver = sharedObserver();
    listeners.set(place, setSeen);
    visibilityObserver.observe(place);
    return () => {
      visibilityObserver.unobserve(place);
      listeners.delete(place);
    };
  }, [element, isAsked]);
  return isSeen;
}
