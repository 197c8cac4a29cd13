/** What a window without a screen has no way to know: whether it is as the styles ask for, which never changes here. */
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
