import { useEffect, useState, type RefObject } from 'react';

/** What is about to be scrolled into sight counts as seen: nobody is to meet an old figure. */
const AHEAD = '120px';

const told = new WeakMap<Element, (isSeen: boolean) => void>();
/** One for all elements: whoever scrolls past a hundred rows hears of them at once. */
let observer: IntersectionObserver | null = null;

function observerOfAll(): IntersectionObserver {
  // Of the window, and of what scrolls in it.
  const margins = { rootMargin: AHEAD, scrollMargin: AHEAD };
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) told.get(target)?.(isIntersecting);
  }, margins);
  return observer;
}

/** Whether an element is, or is about to be, in sight. Where nobody can tell it is, and as long as nobody asks it is not. */
export function useInSight(element: RefObject<Element | null>, isAsked = true): boolean {
  const [isSeen, tell] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const place = element.current;
    if (!isAsked || !place || typeof IntersectionObserver === 'undefined') return;
    const all = observerOfAll();
    told.set(place, tell);
    all.observe(place);
    return () => {
      all.unobserve(place);
      told.delete(place);
    };
  }, [element, isAsked]);
  return isSeen;
}
