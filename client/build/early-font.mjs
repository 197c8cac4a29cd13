/** Names the typeface in the page itself: it comes with the style, not after it. */
const LATIN = /inter-latin-wght-normal-[^/]+\.woff2$/;

export function earlyFont() {
  return {
    name: 'early-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return Object.keys(bundle)
          .filter((file) => LATIN.test(file))
          .map((file) => ({
            tag: 'link',
            // Fonts are asked for without credentials: without `crossorigin` it would be loaded twice.
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend',
          }));
      },
    },
  };
}
