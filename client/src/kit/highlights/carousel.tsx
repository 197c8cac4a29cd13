import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Banner } from '../../../../shared/products/content/banners';
import { useTexts } from '../i18n/use-texts';
import { useMedia } from '../lib/hooks/use-media';
import { HighlightCard } from './highlight';
import styles from './carousel.module.css';

/** Long enough to read a banner twice. */
const TURN_MS = 8_000;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * Rotates banners. Pointer or focus on them stops the rotation, as do reduced motion and the pause button. After a pause, screen readers
 * announce each new banner.
 */
export function Carousel({ banners }: { banners: readonly Banner[] }) {
  const { t } = useTexts();
  const isCalm = useMedia(REDUCED_MOTION);
  const [at, setAt] = useState(0);
  const [isPaused, setPaused] = useState(isCalm);
  const region = useRef<HTMLElement>(null);
  const isHeld = useIsPaused(region);
  const count = banners.length;
  const place = at % count;
  const isTurning = count > 1 && !isPaused;
  useEffect(() => {
    if (!isTurning || isHeld) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && setAt((current) => current + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [isTurning, isHeld, at]);
  const go = (step: number) => setAt((place + step + count) % count);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1);
    if (key === 'ArrowRight') go(1);
  };
  const banner = banners[place];
  return (
    <section
      ref={region}
      className={styles.carousel}
      aria-roledescription={t('home.banners.kind')}
      aria-label={t('home.banners.title')}
    >
      <div aria-live={isTurning ? 'off' : 'polite'}>
        <div
          key={banner.id}
          className={styles.slide}
          role="group"
          aria-roledescription={t('home.banners.slide')}
          aria-label={t('home.banners.place', { place: String(place + 1), count: String(count) })}
        >
          <HighlightCard {...banner} />
        </div>
      </div>
      {count > 1 && (
        <div className={styles.ways} role="toolbar" aria-label={t('home.banners.ways')} onKeyDown={onKeyDown}>
          <button
            type="button"
            aria-label={t(isPaused ? 'home.banners.play' : 'home.banners.pause')}
            title={t(isPaused ? 'home.banners.play' : 'home.banners.pause')}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />}
          </button>
          <button type="button" aria-label={t('home.banners.previous')} onClick={() => go(-1)}>
            <ChevronLeft size={16} aria-hidden="true" />
          </button>
          <span aria-hidden="true">{`${place + 1} / ${count}`}</span>
          <button type="button" aria-label={t('home.banners.next')} onClick={() => go(1)}>
            <ChevronRight size={16} aria-hidden="true" />
          </button>
        </div>
      )}
    </section>
  );
}

/** True while the pointer or the focus is inside. */
function useIsPaused(region: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const updateHeld = () => setHeld(element.matches(':hover, :focus-within'));
    const events = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const;
    // During the blur event the element still matches `:focus-within`.
    const listener = () => setTimeout(updateHeld);
    for (const event of events) element.addEventListener(event, listener);
    return () => {
      for (const event of events) element.removeEventListener(event, listener);
    };
  }, [region]);
  return isHeld;
}
