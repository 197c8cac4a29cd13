/** Stubs `matchMedia`, which jsdom lacks: every query has this fixed result. */
export function showMedia(matches: boolean): void {
  window.matchMedia = (media): MediaQueryList =>
    Object.assign(new EventTarget(), {
      matches,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
}
